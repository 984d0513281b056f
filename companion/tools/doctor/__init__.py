"""What is wrong with this table, and how to mend it: findings, the checks of the engine's side, the command's page.

The checks of readers, pins and the UART are in `drivers.doctor`, those of screen and sound in `kiosk.doctor`;
`companion.runtime` puts them together.
"""
