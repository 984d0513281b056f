"""The application: start, window, root widget, the table of pages, the demonstration, pictures of the window.

May import every room of the kiosk but `measure`. Begin at `start` (the program), `app` (its life) and `pages`
(which screens there are).
"""
