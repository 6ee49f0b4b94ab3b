"""The Levant: its clips, where everything lies on the board, and the ground picture."""
