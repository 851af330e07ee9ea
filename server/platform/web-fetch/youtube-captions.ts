import { type Agent, fetch as undiciFetch } from 'undici';
import { z } from 'zod';
import { message } from '#contract/messages/make-message.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Cue } from '#server/ai/speech-to-text.ts';
import { printableLine } from '#server/documents/printable-text.ts';
import { MessageError } from '../message-error.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { findYoutubeVideoId } from '#contract/youtube-address.ts';

/** The captions of a video are not available. */
export class CaptionsUnavailableError extends MessageError {
  override readonly name = 'CaptionsUnavailableError';
}

/** Sends a request and reads the answer whole. */
export type SendRequest = (request: Request) => Promise<Response>;

export interface YoutubeCaptionsOptions {
  readonly signal?: AbortSignal;
  /** How a request is sent. Default: to public addresses only. */
  readonly send?: SendRequest;
  /** Longest time for everything, in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
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
  if (id === undefined) throw new CaptionsUnavailableError(message('captions_address'));
  options.signal?.throwIfAborted();
  const deadline = (options.clock ?? systemClock).timeoutSignal(options.timeoutMs ?? 30_000);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const agent = createGuardedAgent();
  const send = options.send ?? sendGuarded(agent);
  const transport: typeof globalThis.fetch = (input, init) => send(new Request(input, { ...init, signal }));
  try {
    return await readCaptions(id, transport);
  } catch (error) {
    if (options.signal?.aborted === true) throw options.signal.reason;
    if (error instanceof CaptionsUnavailableError) throw error;
    throw new CaptionsUnavailableError(message('captions_not_fetched'), {
      cause: error,
    });
  } finally {
    await agent.destroy();
  }
}

async function readCaptions(id: string, transport: typeof globalThis.fetch): Promise<Cue[]> {
  // Loaded when first needed: it is large, and most lessons are not YouTube videos.
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
      message(status !== undefined && status !== 'OK' ? 'captions_hidden' : 'captions_missing'),
    );
  }
  const address = new URL(track.base_url, 'https://www.youtube.com');
  address.searchParams.set('fmt', 'json3');
  const response = await transport(address);
  if (!response.ok) throw new Error(`YouTube answered with status ${response.status}.`);
  const cues = parseTimedText(await response.text());
  if (cues.length === 0) throw new CaptionsUnavailableError(message('captions_empty'));
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

/** YouTube's timed text (`fmt=json3`): events with pieces of text; events that only break lines have `aAppend`. */
const timedTextSchema = z.object({
  events: z
    .array(
      z.object({
        tStartMs: z.number().optional(),
        dDurationMs: z.number().optional(),
        aAppend: z.number().optional(),
        segs: z.array(z.object({ utf8: z.string().optional() })).optional(),
      }),
    )
    .optional(),
});

/** Reads YouTube's timed text. Returns its cues in order, or none when the text is something else. */
export function parseTimedText(json: string): Cue[] {
  const timedText = timedTextSchema.safeParse(parseJson(json));
  const events = (timedText.data?.events ?? []).flatMap((event) => {
    const text = printableLine((event.segs ?? []).map((segment) => segment.utf8 ?? '').join(''));
    const startMs = event.tStartMs ?? 0;
    return text === '' || event.aAppend === 1 || startMs < 0
      ? []
      : [{ text, startMs, endMs: startMs + (event.dDurationMs ?? 0) }];
  });
  events.sort((a, b) => a.startMs - b.startMs);
  return events.flatMap((event, index) => {
    // Automatic captions stay on screen while the next line comes: a cue ends where the next one starts.
    const nextMs = events.slice(index + 1, index + 4).find((other) => other.startMs > event.startMs)?.startMs;
    const endMs = Math.min(
      event.endMs > event.startMs ? event.endMs : event.startMs + 5000,
      nextMs ?? Infinity,
    );
    return [{ startSecond: event.startMs / 1000, endSecond: endMs / 1000, text: event.text }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An empty answer or a page of HTML in place of captions: no cues.
    return undefined;
  }
}
