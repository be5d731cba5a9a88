"""The rarer explanations of what the reeds showed: what no single ply, seen whole, explains."""
