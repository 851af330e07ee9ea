import type { LessonAnalysis } from './analysis.ts';
import { isPluralNoun } from './clause-words.ts';
import { EMPTY_HEADS, POST_MODIFIERS, type Definition } from './definitions.ts';
import { readNounPhrase } from './noun-phrases.ts';
import { hasBarePronoun, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { textOf } from './clause.ts';
import { nounKind, PERSON_KIND } from './wordnet.ts';

/** "The spinning jenny, a machine that allowed …": a thing explained beside its name. */
export function findApposition(sentence: Sentence, analysis: LessonAnalysis): Definition | undefined {
  const { tokens, text } = sentence;
  for (let comma = 1; comma < tokens.length - 4; comma += 1) {
    const article = tokens[comma + 1]?.lower;
    if (tokens[comma]?.text !== ',' || (article !== 'a' && article !== 'an' && article !== 'the')) continue;
    const name = phraseBefore(tokens, comma);
    const genus = readNounPhrase(tokens, comma + 1, tokens.length);
    // "For a student, the cost …", "When demand is elastic, a rise …": the comma ends what stands in front.
    const first = tokens[0];
    const led =
      !first ||
      ['ADP', 'SCONJ', 'ADV'].includes(first.pos) ||
      ['when', 'if', 'after', 'as', 'once'].includes(first.lower);
    const hasVerb = tokens
      .slice(0, name?.start ?? 0)
      .some((token) => token.pos === 'VERB' || token.pos === 'AUX');
    if (
      led &&
      (!hasVerb || /^(?:when|if|after|as|once|because|although|while|since)$/u.test(first?.lower ?? ''))
    )
      continue;
    if (!name || !genus || isPluralNoun(name.head) !== genus.plural) continue;
    const next = tokens[genus.end];
    const end = meaningEnd(tokens, genus.end);
    if (!next || end === undefined || !(POST_MODIFIERS.has(next.lower) && next.lower !== 'by')) continue;
    if (EMPTY_HEADS.has(genus.head.lower) || nounKind(genus.head.lemma) === PERSON_KIND) continue;
    const meaning = textOf(text, tokens, comma + 1, end);
    const term = analysis.casing.lowerInitial(textOf(text, tokens, name.start, comma));
    const words = meaning.split(' ').length;
    if (words < 5 || words > 24 || pointsElsewhere(meaning) || hasBarePronoun(meaning)) continue;
    if (!genus.plural && /\btheir\b/u.test(meaning)) continue;
    if (/^(?:its|their|his|her|this|these)\b|\d/iu.test(term)) continue;
    const past = tokens
      .slice(genus.end, end)
      .some(
        (token) =>
          token.lower === 'was' ||
          token.lower === 'were' ||
          (token.pos === 'VERB' &&
            /ed$/u.test(token.lower) &&
            ['that', 'which'].includes(next.lower) &&
            token === tokens[genus.end + 1]),
      );
    const be = past ? (genus.plural ? 'were' : 'was') : genus.plural ? 'are' : 'is';
    return {
      kind: 'definition',
      sentence,
      term,
      bareTerm: term.replace(/^(?:a|an|the)\s+/iu, ''),
      plural: genus.plural,
      be,
      meaning,
    };
  }
  return undefined;
}

/** The noun phrase that ends right before the comma, unless it is one of a list. */
function phraseBefore(tokens: Sentence['tokens'], comma: number): ReturnType<typeof readNounPhrase> {
  for (let start = Math.max(0, comma - 5); start < comma; start += 1) {
    const phrase = readNounPhrase(tokens, start, comma);
    if (phrase?.end !== comma) continue;
    const before = tokens[start - 1];
    return before && (before.text === ',' || ['and', 'or', 'of', 'both'].includes(before.lower))
      ? undefined
      : phrase;
  }
  return undefined;
}

/** The end of the explanation: the sentence's end or a comma after which another clause goes on; undefined for a list. */
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
