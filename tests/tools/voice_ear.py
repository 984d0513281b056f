"""Listens to orders in English: `build/voice-venv/bin/python voice_ear.py ORDERS.json`, called by prove_voice.

It runs in an environment of its own, with pocketsphinx and nothing of the project. ORDERS.json: `orders` are pairs of a
WAV file (16 kHz) and its words, `words` are words that the recogniser's own list has not, or says otherwise. What it
heard is written as a JSON list, in the order of the orders; it knows that each is one of them.
"""

from __future__ import annotations

import json
import sys
import wave
from pathlib import Path


def main() -> None:
    """Hear each file once."""
    from pocketsphinx import Decoder, get_model_path  # type: ignore[import-not-found]

    told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    model, words = get_model_path("en-us/en-us"), get_model_path("en-us/cmudict-en-us.dict")
    decoder = Decoder(samprate=16_000, hmm=model, dict=words, lm=None, loglevel="FATAL")
    for word, phones in told["words"].items():
        decoder.add_word(f"{word}(9)" if decoder.lookup_word(word) else word, phones, True)
    strange = {word for _file, words in told["orders"] for word in words.split() if not decoder.lookup_word(word)}
    if strange:
        sys.exit(f"SAID in prove_voice.py lacks {', '.join(sorted(strange))}")
    orders = " | ".join(words for _file, words in told["orders"])
    decoder.add_jsgf_string("orders", f"#JSGF V1.0; grammar orders; public <order> = {orders};")
    decoder.activate_search("orders")
    heard = []
    for file, _words in told["orders"]:
        with wave.open(file, "rb") as sound:
            samples = sound.readframes(sound.getnframes())
        decoder.start_utt()
        decoder.process_raw(samples, full_utt=True)
        decoder.end_utt()
        found = decoder.hyp()
        heard.append(found.hypstr if found else "")
    print(json.dumps(heard))


if __name__ == "__main__":
    main()
