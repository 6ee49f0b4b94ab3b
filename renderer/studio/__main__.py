"""`python -m renderer.studio`: the drawing process, started only by a studio."""

from __future__ import annotations

from renderer.studio.easel import main

if __name__ == "__main__":
    main()
