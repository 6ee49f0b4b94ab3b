"""Build-time only: Hispania's clips, provinces and ground. `python -m renderer.making.hispania`."""
