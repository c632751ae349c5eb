"""The fault bench: false claims and damaged documents that must be caught, true claims that must pass."""
