"""Words, colours, fonts and icons that the kiosk, printed pages and the command line share. No Kivy."""
