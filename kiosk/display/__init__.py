"""The ground that screens stand on: main loop, frames, environment, sizes and skins, dimming, memory."""
