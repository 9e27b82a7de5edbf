"""The torture: publishers, readers, an abuser and a fault maker at one site; every answer is judged by itself."""
