"""Words in Discord's shape: text, cards, buttons, pictures, refusals."""
