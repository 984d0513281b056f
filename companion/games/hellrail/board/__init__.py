"""The rail map: cells, rails as a graph, routes, what may be laid."""
