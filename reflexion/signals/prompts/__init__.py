"""What a prompt asks of the toolkit: to store its words, to let the agent judge, or nothing."""
