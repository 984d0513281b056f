"""Readers on the network: MQTT messages in, tags out. The broker is the business of `companion link`."""
