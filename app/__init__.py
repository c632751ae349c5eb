"""Everylast: answers listing questions with the whole set, or says what is missing."""

__version__ = "0.1.0"
