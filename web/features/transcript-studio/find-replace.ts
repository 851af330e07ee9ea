import type { EditStep } from '#contract/transcript-editing/edits.ts';
import { rewriteCue, type Cue } from '#contract/transcript-editing/words-of-cue.ts';

export interface ReplaceOptions {
  readonly find: string;
  readonly replacement: string;
  readonly matchesCase: boolean;
  readonly wholeWords: boolean;
}

/** A line that contains the words, as it is and as it would be. */
export interface Replacement {
  readonly index: number;
  readonly before: string;
  readonly after: string;
  /** Where the words are in `before`. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** White space matches any white space. Letters and digits next to the words make them part of another word. */
function patternOf({ find, matchesCase, wholeWords }: ReplaceOptions): RegExp | undefined {
  const words = find.trim();
  if (words === '') return undefined;
  const source = words.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`);
  const whole = wholeWords ? String.raw`(?<![\p{L}\p{N}])${source}(?![\p{L}\p{N}])` : source;
  return new RegExp(whole, matchesCase ? 'gu' : 'giu');
}

/** The lines that would change, in order. */
export function listReplacements(cues: readonly Cue[], options: ReplaceOptions): Replacement[] {
  const pattern = patternOf(options);
  if (pattern === undefined) return [];
  return cues.flatMap(({ text }, index) => {
    const spans = [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
    if (spans.length === 0) return [];
    // A function: in a text, `$&` would mean something.
    const after = text.replace(pattern, () => options.replacement);
    return after === text ? [] : [{ index, before: text, after, spans }];
  });
}

/** Without white space a line has no words: it is removed. */
export function stepsOfReplacements(
  cues: readonly Cue[],
  replacements: readonly Pick<Replacement, 'index' | 'after'>[],
): EditStep[] {
  // From the last to the first, so that a line that goes moves none that is still to come.
  return replacements.toReversed().flatMap(({ index, after }): EditStep[] => {
    const cue = cues[index];
    if (cue === undefined) return [];
    const insert = after.trim() === '' ? [] : [rewriteCue(cue, after)];
    return [{ kind: 'splice', at: index, remove: 1, insert }];
  });
}
