import type { LessonAnalysis } from './analysis.ts';
import { BE, isPluralNoun } from './clause-words.ts';
import { EMPTY_HEADS, POST_MODIFIERS, type Definition } from './definitions.ts';
import { readNounPhrase } from './noun-phrases.ts';
import { hasBarePronoun, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { textOf } from './clause.ts';
import { nounKind, PERSON_KIND } from './wordnet.ts';

/** "The spinning jenny, a machine that allowed …": a thing explained next to its name. */
export function findApposition(sentence: Sentence, analysis: LessonAnalysis): Definition | undefined {
  for (let comma = 1; comma < sentence.tokens.length - 4; comma += 1) {
    const found = readApposition(sentence, analysis, comma);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readApposition(
  sentence: Sentence,
  { casing }: LessonAnalysis,
  comma: number,
): Definition | undefined {
  const { tokens, text } = sentence;
  if (tokens[comma]?.text !== ',' || !['a', 'an', 'the'].includes(tokens[comma + 1]?.lower ?? ''))
    return undefined;
  const name = phraseBefore(tokens, comma);
  const genus = readNounPhrase(tokens, comma + 1, tokens.length);
  if (!name || !genus || isPluralNoun(name.head) !== genus.plural) return undefined;
  if (endsOpening(tokens, name.start)) return undefined;
  const end = meaningEnd(tokens, genus.end);
  if (end === undefined || !namesKind(genus.head, tokens[genus.end])) return undefined;
  const meaning = textOf(text, tokens, comma + 1, end);
  const term = casing.lowerInitial(textOf(text, tokens, name.start, comma));
  if (!standsAlone(meaning) || (!genus.plural && /\btheir\b/u.test(meaning))) return undefined;
  if (/^(?:its|their|his|her|this|these)\b|\d/iu.test(term)) return undefined;
  const [present, past] = genus.plural ? (['are', 'were'] as const) : (['is', 'was'] as const);
  return {
    kind: 'definition',
    sentence,
    term,
    bareTerm: term.replace(/^(?:a|an|the)\s+/iu, ''),
    plural: genus.plural,
    be: isPast(tokens.slice(genus.end, end)) ? past : present,
    meaning,
  };
}

/** "a machine that …", but not "an example of …" or "a physicist who …". */
function namesKind(head: Sentence['tokens'][number], next: Sentence['tokens'][number] | undefined): boolean {
  if (!next || !POST_MODIFIERS.has(next.lower) || next.lower === 'by') return false;
  return !EMPTY_HEADS.has(head.lower) && nounKind(head.lemma) !== PERSON_KIND;
}

/** "For a student, the cost …", "When demand is elastic, a rise …": the comma ends the opening of the sentence. */
function endsOpening(tokens: Sentence['tokens'], nameStart: number): boolean {
  const first = tokens[0];
  if (!first) return true;
  if (/^(?:when|if|after|as|once)$/u.test(first.lower)) return true;
  if (!['ADP', 'SCONJ', 'ADV'].includes(first.pos)) return false;
  const hasVerb = tokens.slice(0, nameStart).some(({ pos }) => pos === 'VERB' || pos === 'AUX');
  return !hasVerb || /^(?:because|although|while|since)$/u.test(first.lower);
}

function standsAlone(meaning: string): boolean {
  const words = meaning.split(' ').length;
  return words >= 5 && words <= 24 && !pointsElsewhere(meaning) && !hasBarePronoun(meaning);
}

/** "that was …", "which allowed …": what follows the genus is in the past tense. */
function isPast(modifier: Sentence['tokens']): boolean {
  const [opening, second] = modifier;
  if (modifier.some(({ lower }) => lower === 'was' || lower === 'were')) return true;
  return (
    ['that', 'which'].includes(opening?.lower ?? '') && second?.pos === 'VERB' && /ed$/u.test(second.lower)
  );
}

/** The noun phrase that ends right before the comma, unless it is one of a list. */
function phraseBefore(tokens: Sentence['tokens'], comma: number): ReturnType<typeof readNounPhrase> {
  for (let start = Math.max(0, comma - 5); start < comma; start += 1) {
    const phrase = readNounPhrase(tokens, start, comma);
    if (phrase?.end !== comma) continue;
    const before = tokens[start - 1];
    return before &&
      (before.text === ',' || ['and', 'or', 'of', 'both'].includes(before.lower) || BE.has(before.lower))
      ? undefined
      : phrase;
  }
  return undefined;
}

/** The end of the explanation: the sentence's end or a comma before another clause; undefined for a list. */
function meaningEnd(tokens: Sentence['tokens'], from: number): number | undefined {
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.text === '.' || token?.text === ';') return index;
    if (token?.text !== ',') continue;
    const next = tokens[index + 1];
    return next && (next.pos === 'VERB' || next.pos === 'AUX' || ['so', 'but', 'which'].includes(next.lower))
      ? index
      : undefined;
  }
  return undefined;
}
