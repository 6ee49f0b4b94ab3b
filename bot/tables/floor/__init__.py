"""The floor that every table stands on: its lock, rows and match; what is owed and what is due."""
