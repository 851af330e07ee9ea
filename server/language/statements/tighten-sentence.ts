import type { Sentence } from '../sentence.ts';
import { readTokens } from '../tokens.ts';
import { withoutGluedHeading } from './glued-heading.ts';

/** Words for "what it is" that say nothing: "a situation in which", "the process by which". */
const EMPTY_GENUS =
  /^((?:(?:A|An|The) )?[\p{L}\p{M}\d'’ -]{2,60}?) (?:is|was|are|were) (?:a|an|the) (?:situation|condition|state|process|arrangement|test|procedure|practice|technique|method|reaction|event|phenomenon|stage|case)s? (?:in|by|through|during) which (.+)$/u;
const ASIDE_CONNECTIVE =
  /, (?:on the other hand|by contrast|in contrast|in turn|in other words|after all|perhaps surprisingly|surprisingly|interestingly|in practice),/gu;

/**
 * Shorter versions of a sentence, the sentence itself first. Only examples and empty words are left out, because clauses, reasons
 * and parentheses may carry the statement.
 */
export function listWordings(sentence: Pick<Sentence, 'text'>): readonly string[] {
  const whole = withoutGluedHeading(sentence.text).replaceAll(ASIDE_CONNECTIVE, '');
  const spared = withoutExamples(whole);
  return [...new Set([whole, spared, tellDefinition(spared) ?? spared])];
}

const EXAMPLES = /\b(?:such as|for example|for instance|including)\b/gu;

/** Drops a list of examples at the end. Inside a sentence, the end of the list is unclear. */
function withoutExamples(text: string): string {
  if ((text.match(EXAMPLES) ?? []).length !== 1) return text;
  const last = /, (?:such as|for example|for instance) ([^;:.]+)\.$/u.exec(text);
  if (last?.[1] !== undefined && isList(last[1])) return `${text.slice(0, last.index)}.`;
  return text;
}

function isList(text: string): boolean {
  return readTokens(text).every(({ pos }) =>
    ['NOUN', 'PROPN', 'ADJ', 'NUM', 'DET', 'CCONJ', 'PUNCT', 'ADP'].includes(pos),
  );
}

/** "A collision is a situation in which two keys …" says "In a collision, two keys …". */
function tellDefinition(text: string): string | undefined {
  const found = EMPTY_GENUS.exec(text);
  const [, term, statement] = found ?? [];
  if (term === undefined || statement === undefined || /\b(?:of which|whose)\b/u.test(statement))
    return undefined;
  const inner = /^(?:A|An|The) /u.test(term)
    ? term.slice(0, 1).toLowerCase() + term.slice(1)
    : lowerUnlessName(term);
  return `In ${inner}, ${statement}`;
}

function lowerUnlessName(term: string): string {
  const first = term.split(' ')[0] ?? '';
  const isName = /^\p{Lu}.*[\p{Lu}\d]|^\p{Lu}[\p{L}]*['’]s$/u.test(first) || / \p{Lu}/u.test(term);
  return isName ? term : term.slice(0, 1).toLowerCase() + term.slice(1);
}
