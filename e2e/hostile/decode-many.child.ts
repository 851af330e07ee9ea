import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { decodeAudioStream } from '#server/media/decode-audio-stream.ts';
import { describeMedia, MediaUnreadableError, openMedia } from '#server/media/open-media.ts';

/** Decodes the files named, one after the other in one process, and says the number of each that did no harm. */
const MOST_BYTES = 16_000 * 4 * 60;
Log.setLevel(AV_LOG_QUIET);
process.argv.slice(2).forEach((path, index) => {
  try {
    const media = openMedia(path);
    if (describeMedia(media).hasAudio) decodeAudioStream(media, () => undefined, MOST_BYTES);
  } catch (error) {
    if (!(error instanceof MediaUnreadableError)) throw error;
  }
  process.stdout.write(`${index}\n`);
});
