"""What people see and press: questions, plans, forms, and what their buttons do."""
