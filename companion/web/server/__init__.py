"""HTTP and WebSockets for phones and televisions, in a process of its own. It knows no game: `page/` draws what the
frames of `companion.web.desk` hold.
"""
