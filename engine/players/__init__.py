"""Who can answer in a seat without a person."""
