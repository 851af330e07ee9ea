import { z } from 'zod';
import type { Cue } from '../ai/speech-to-text.ts';
import { printableLine } from '../documents/printable-text.ts';

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
