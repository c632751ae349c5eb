"""Many questions to one folder of documents: `run.run` is the whole, the other modules are its steps."""
