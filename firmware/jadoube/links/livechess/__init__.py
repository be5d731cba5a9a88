"""The interface of DGT LiveChess 2, over a WebSocket: what chess pages in a browser speak."""
