"""Peer of the transcription bench: faster-whisper base int8, beam 5, two threads. Prints the text as JSON."""

import json
import sys
import time

from faster_whisper import WhisperModel

model_directory, media_path = sys.argv[1:3]
started = time.monotonic()
model = WhisperModel(model_directory, device="cpu", compute_type="int8", cpu_threads=2, local_files_only=True)
segments, _ = model.transcribe(media_path, language="en", beam_size=5)
text = " ".join(segment.text.strip() for segment in segments)
print(json.dumps({"text": text, "seconds": time.monotonic() - started}))
