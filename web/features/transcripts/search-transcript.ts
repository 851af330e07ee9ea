import type { TextSpan } from '../../ui/locate-quote.ts';
import type { Cue } from './find-cue.ts';

/** Signs that mean something in a pattern are sought as themselves; any white space stands for any other. */
const patternOf = (query: string): RegExp =>
  new RegExp(
    query
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
    'giu',
  );

/** Where the query stands in one text, whatever the case. None for a blank query. */
export function listHits(text: string, query: string): TextSpan[] {
  if (query.trim() === '') return [];
  return [...text.matchAll(patternOf(query))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The indices of the cues in which the query stands, in order. */
export function listCuesWith(cues: readonly Cue[], query: string): number[] {
  if (query.trim() === '') return [];
  const pattern = patternOf(query);
  return cues.flatMap(({ text }, index) => (text.search(pattern) >= 0 ? [index] : []));
}
