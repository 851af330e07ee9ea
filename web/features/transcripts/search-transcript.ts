import type { TextSpan } from '#web/ui/locate-quote.ts';
import type { Cue } from './find-cue.ts';

/** Escapes special characters of patterns and lets any white space match any other. */
const patternOf = (query: string): RegExp =>
  new RegExp(
    query
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
    'giu',
  );

/** The positions of the query in a text, ignoring case. None for a blank query. */
export function listHits(text: string, query: string): TextSpan[] {
  if (query.trim() === '') return [];
  return [...text.matchAll(patternOf(query))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The indices of the cues that contain the query, in order. */
export function listCuesWith(cues: readonly Cue[], query: string): number[] {
  if (query.trim() === '') return [];
  const pattern = patternOf(query);
  return cues.flatMap(({ text }, index) => (text.search(pattern) >= 0 ? [index] : []));
}
