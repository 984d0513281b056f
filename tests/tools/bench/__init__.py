"""What `make bench` measures: the engine, the kiosk beside a bare Kivy window, the readers beside other libraries."""
