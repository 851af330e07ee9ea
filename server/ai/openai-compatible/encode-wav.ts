import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** A WAV file of 16-bit samples, which every transcription service reads, from float samples between −1 and 1. */
export function encodeWav(samples: Float32Array): Buffer<ArrayBuffer> {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const file = Buffer.alloc(HEADER_BYTES + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SPEECH_SAMPLE_RATE, 24);
  file.writeUInt32LE(SPEECH_SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  file.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  samples.forEach((sample, index) => {
    const clamped = Math.max(-1, Math.min(1, sample));
    file.writeInt16LE(Math.round(clamped * 32_767), HEADER_BYTES + index * BYTES_PER_SAMPLE);
  });
  return file;
}
