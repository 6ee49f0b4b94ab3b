"""Discord's limits, by rule: what its own description of the API does not say."""
