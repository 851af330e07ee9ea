import type { Token } from './tokens.ts';
import { nounKind } from './wordnet.ts';

/** The forms of "be". */
export const BE = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being']);
/** Verbs that the bare form of another follows. */
export const MODALS = new Set([
  'can',
  'could',
  'may',
  'might',
  'must',
  'should',
  'will',
  'would',
  'shall',
  'cannot',
]);
/** Words that open another clause. */
export const BREAKS = new Set([
  'which',
  'who',
  'whom',
  'whose',
  'where',
  'when',
  'if',
  'because',
  'while',
  'whereas',
  'although',
  'though',
  'unless',
  'until',
  'since',
  'whether',
  'how',
  'why',
  'what',
  'that',
  'than',
]);

/** A noun or a name. */
export function isNominal(token: Token | undefined): boolean {
  return token?.pos === 'NOUN' || token?.pos === 'PROPN';
}

/** A plural by its form: "cells", "children". */
export function isPluralNoun(token: Token): boolean {
  if (
    /^(?:people|children|stimuli|nuclei|fungi|stomata|mitochondria|men|women|data|bacteria|algae|criteria|phenomena|mice|teeth|feet|media|police)$/u.test(
      token.lower,
    )
  )
    return true;
  if (
    /^(?:series|species|means|physics|economics|mathematics|statistics|politics|news|lens|gas|bus|analysis|basis)$/u.test(
      token.lower,
    )
  )
    return false;
  if (!/[^siu]s$/u.test(token.lower)) return false;
  // The tagger gives names no lemma: "Geologists" at the start of a sentence is one to it.
  return token.lemma !== token.lower || nounKind(token.lower.slice(0, -1)) >= 0;
}
