"""What past sessions teach: read from transcripts, answered by a model or the agent."""
