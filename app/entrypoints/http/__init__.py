"""The HTTP interface: glue only."""
