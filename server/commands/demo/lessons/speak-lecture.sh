#!/usr/bin/env bash
# Records what-inflation-is.txt with a synthetic voice. Needs flite, sox and opus-tools (Debian packages).
# One sentence a line; a blank line starts a new paragraph.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
parts=()
number=0
while IFS= read -r sentence || [[ -n $sentence ]]; do
  number=$((number + 1))
  part=$work/$(printf '%03d' "$number").wav
  if [[ -z $sentence ]]; then
    sox -n -r 16000 -b 16 -c 1 "$part" trim 0 0.6
  else
    flite -voice slt --setf duration_stretch=1.0 -t "$sentence" -o "$work/sentence.wav"
    sox "$work/sentence.wav" "$part" pad 0 0.25
  fi
  parts+=("$part")
done <what-inflation-is.txt
sox "${parts[@]}" "$work/lecture.wav"
opusenc --quiet --speech --bitrate 28 --serial 1 --discard-comments \
  --title 'What inflation is' --artist 'Synthetic voice (Flite, cmu_us_slt)' \
  "$work/lecture.wav" what-inflation-is.opus
