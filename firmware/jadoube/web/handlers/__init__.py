"""What is answered at each address: the API, pages, files; and what requests and answers have in common."""
