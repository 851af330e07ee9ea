import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { decodeAudioTracks } from '#server/media/decode-audio-tracks.ts';
import { MediaUnreadableError, openMedia, openSoundTracks } from '#server/media/open-media.ts';

/** Decodes the files named, one after the other in one process, and says the number of each that did no harm. */
const MOST_SAMPLES = 16_000 * 60;
Log.setLevel(AV_LOG_QUIET);
process.argv.slice(2).forEach((path, index) => {
  try {
    const media = openMedia(path);
    const tracks = openSoundTracks(media);
    if (tracks.length > 0) decodeAudioTracks(media, tracks, () => undefined, MOST_SAMPLES);
  } catch (error) {
    if (!(error instanceof MediaUnreadableError)) throw error;
  }
  process.stdout.write(`${index}\n`);
});
