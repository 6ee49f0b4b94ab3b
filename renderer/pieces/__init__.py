"""Pieces as small pictures, made once for each look and kept."""
