"""Build-time only: clips, ground picture, emblems, fonts and the draft of a layout.

Nothing here is imported by the renderer; the packages it needs are the extra `maps`. Run a step
with `python -m renderer.making STEP`; `docs/renderer.md` says which and in what order.
"""
