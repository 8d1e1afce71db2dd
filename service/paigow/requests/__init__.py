"""What may be asked: the parameters of every request, read into frozen models, or every fault in them."""
