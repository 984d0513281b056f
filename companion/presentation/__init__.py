"""What the kiosk, printed pages and the command line show alike: words, colours, fonts and icons. No Kivy."""
