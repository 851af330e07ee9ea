import { readYoutubeAddress } from '#contract/youtube-address.ts';
import { invalidField } from '#server/platform/problem-error.ts';

/** @throws {ProblemError} validation_failed for playlists, channels and other YouTube addresses without a video. */
export function refuseYoutubeFault(field: string, address: string): void {
  const found = readYoutubeAddress(address);
  if (found !== undefined && 'fault' in found) throw invalidField(field, `youtube_${found.fault}`);
}
