"""Front ends: everything through which people meet the engine."""
