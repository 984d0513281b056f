"""The application: start, window, root widget, the table of pages, the demonstration, pictures of the window."""
