"""The counting kernel and what stands around it; README.md in this folder is the essay and the inventory of tables."""
