"""What an owner can measure: the kiosk beside a bare Kivy window (`companion measure`, and `make bench` with more)."""
