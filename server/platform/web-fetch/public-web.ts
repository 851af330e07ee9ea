import type { Cue } from '#server/ai/speech-to-text.ts';

/** Port: the outside world as lessons made from links see it. Private addresses are out of its reach. */
export interface PublicWeb {
  /**
   * Downloads an address into a new file.
   * @throws {UrlFetchError} whose message is shown to people.
   */
  download(
    url: string,
    path: string,
    options: { maximumBytes: number; timeoutMs: number; signal?: AbortSignal },
  ): Promise<{ finalUrl: string; contentType: string | null; sizeBytes: number }>;
  /** @throws {CaptionsUnavailableError} offering to paste or upload a transcript. */
  fetchCaptions(videoUrl: string, signal?: AbortSignal): Promise<Cue[]>;
}
