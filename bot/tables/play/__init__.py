"""Playing: orders, drafts and panels, reactions, taking back, and what needs consent."""
