"""How the computer plays Cortés."""
