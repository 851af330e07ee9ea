import { fetch as undiciFetch, type Agent } from 'undici';
import type { Cue } from '../ai/speech-to-text.ts';
import { parseTimedText } from './youtube-timed-text.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { findYoutubeVideoId } from './youtube-video-id.ts';

/** The captions of a video cannot be had. The message is shown to people. */
export class CaptionsUnavailableError extends Error {
  override readonly name = 'CaptionsUnavailableError';

  constructor(reason: string, options?: ErrorOptions) {
    super(`${reason} Paste the transcript, or upload it as a TXT, SRT or VTT file.`, options);
  }
}

/** Sends a request and reads the answer whole. */
export type SendRequest = (request: Request) => Promise<Response>;

export interface YoutubeCaptionsOptions {
  readonly signal?: AbortSignal;
  /** How a request is sent. Default: to public addresses only. */
  readonly send?: SendRequest;
  /** Longest time for everything, in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number;
}

/** What Lectern reads of a caption track as youtubei.js describes it. */
interface CaptionTrack {
  readonly base_url: string;
  readonly language_code: string;
  readonly kind?: string;
}

const mostAnswerBytes = 20 * 1024 * 1024;

/**
 * Fetches the captions of a video on YouTube: the author's in English, else the author's, else the automatic ones.
 * @throws {CaptionsUnavailableError} whatever the reason; nothing is invented in place of captions
 * @throws the signal's reason when it is aborted
 */
export async function fetchYoutubeCaptions(
  videoUrl: string,
  options: YoutubeCaptionsOptions = {},
): Promise<Cue[]> {
  const id = findYoutubeVideoId(videoUrl);
  if (id === undefined)
    throw new CaptionsUnavailableError('This address does not lead to a video on YouTube.');
  options.signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const agent = createGuardedAgent();
  const send = options.send ?? sendGuarded(agent);
  const transport: typeof globalThis.fetch = (input, init) => send(new Request(input, { ...init, signal }));
  try {
    return await readCaptions(id, transport);
  } catch (error) {
    if (options.signal?.aborted === true) throw options.signal.reason;
    if (error instanceof CaptionsUnavailableError) throw error;
    throw new CaptionsUnavailableError('The captions of this video could not be fetched from YouTube.', {
      cause: error,
    });
  } finally {
    await agent.destroy();
  }
}

async function readCaptions(id: string, transport: typeof globalThis.fetch): Promise<Cue[]> {
  // Loaded when first needed: it is large, and most lessons are no YouTube videos.
  const { Innertube, Log } = await import('youtubei.js');
  Log.setLevel(Log.Level.NONE);
  const youtube = await Innertube.create({
    fetch: transport,
    retrieve_player: false,
    generate_session_locally: true,
  });
  const info = await youtube.getBasicInfo(id);
  const status = info.playability_status?.status;
  const track = chooseTrack(info.captions?.caption_tracks ?? []);
  if (!track) {
    throw new CaptionsUnavailableError(
      status !== undefined && status !== 'OK'
        ? 'YouTube does not show this video to everyone.'
        : 'This video has no captions on YouTube.',
    );
  }
  const address = new URL(track.base_url, 'https://www.youtube.com');
  address.searchParams.set('fmt', 'json3');
  const response = await transport(address);
  if (!response.ok) throw new Error(`YouTube answered with status ${response.status}.`);
  const cues = parseTimedText(await response.text());
  if (cues.length === 0) throw new CaptionsUnavailableError('YouTube sent no captions for this video.');
  return cues;
}

/** Prefers what a person wrote to what a machine heard, and English among those. */
function chooseTrack(tracks: readonly CaptionTrack[]): CaptionTrack | undefined {
  const rank = (track: CaptionTrack) =>
    (track.kind === 'asr' ? 2 : 0) + (track.language_code.toLowerCase().startsWith('en') ? 0 : 1);
  return [...tracks].sort((a, b) => rank(a) - rank(b))[0];
}

function sendGuarded(agent: Agent): SendRequest {
  return async (request) => {
    const body = request.method === 'GET' ? undefined : new Uint8Array(await request.arrayBuffer());
    const answer = await undiciFetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      dispatcher: agent,
      signal: request.signal,
      ...(body && { body }),
    });
    const bytes = await readLimited(answer.body);
    const { status, statusText } = answer;
    return new Response(status === 204 || status === 304 ? null : bytes, {
      status,
      statusText,
      headers: [...answer.headers],
    });
  };
}

async function readLimited(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) throw new Error('The answer is larger than any real one.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
