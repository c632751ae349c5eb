"""Values and rules: frozen, pure, without I/O, framework or clock."""
