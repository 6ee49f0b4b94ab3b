"""The ground of Cortés: built once."""
