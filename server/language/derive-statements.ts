import type { Casing } from './casing.ts';
import { statementEnd, subjectText } from './clause-text.ts';
import { upperInitial } from './clean-sentence.ts';
import { parseClause, textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import { BE } from './clause-words.ts';
import { hasBarePronoun, isHousekeeping, whyUnusable } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { readTokens } from './tokens.ts';
import type { Token } from './tokens.ts';
import { contentStems } from '#contract/question-rules/words.ts';

/**
 * The plain statements that a longer sentence makes: the clauses it joins, the verbs one subject has, what is said in
 * passing between commas, and the sentence with its opening phrase put behind. Each is true where the sentence is, is
 * short enough to be rebuilt into a question, and keeps the sentence's quote as its evidence.
 * (Simplification as in Heilman and Smith, "Extracting simplified statements for factual question generation", 2010.)
 */
export function deriveStatements(sentence: Sentence, casing: Casing): Sentence[] {
  if (isHousekeeping(sentence.text) || sentence.text.endsWith('?')) return [];
  const found = new Map<string, Sentence>();
  const add = (text: string | undefined): Sentence | undefined => {
    const statement = text === undefined ? undefined : readStatement(sentence, text);
    if (!statement || statement.text === sentence.text || found.has(statement.text)) return undefined;
    found.set(statement.text, statement);
    return statement;
  };
  const parts = splitClauses(sentence, casing)
    .map(add)
    .filter((part) => part !== undefined);
  for (const part of [sentence, ...parts]) {
    for (const text of [
      withoutTimeClause(part),
      ...readInsertion(part, casing),
      withFrontBehind(part, casing),
      ...splitPredicates(part),
    ]) {
      const derived = add(text);
      if (derived) for (const further of splitPredicates(derived)) add(further);
    }
  }
  return [...found.values()];
}

function readStatement(origin: Sentence, text: string): Sentence | undefined {
  const whole = `${upperInitial(text.replace(/[\s,;:.–—-]+$/u, '').trim())}.`;
  const tokens = readTokens(whole);
  const clause = parseClause(tokens, 0, endOf(tokens));
  // A name that is given needs no simple subject: "a figure that carries no water is called a grotesque".
  const names = / (?:is|are) (?:called|known as|termed) /u.test(whole);
  if ((!clause && !names) || whyUnusable(whole, tokens, clause) !== null || tokens.length < 5)
    return undefined;
  return { ...origin, text: whole, tokens, clause, stems: contentStems(whole), standsAlone: true };
}

function endOf(tokens: readonly Token[]): number {
  return tokens.at(-1)?.text === '.' ? tokens.length - 1 : tokens.length;
}

/** What is said under a condition, or quoted, is not a statement of the lesson by itself. */
const UNASSERTED =
  /\b(?:if|unless|whether|either|neither|would|could have|suppose|imagine|not only|rather than|instead)\b/iu;
const JOINERS = new Set(['and', 'but', 'so', 'while', 'whereas', 'yet', 'since', 'because', 'although']);

/** "A does P, and B does Q; C does R": each clause that has its own subject. */
function splitClauses(sentence: Sentence, casing: Casing): string[] {
  const { text, tokens } = sentence;
  const end = endOf(tokens);
  const borders = findBorders(tokens, end);
  let from = 0;
  if (tokens[0]?.lower === 'because') {
    const comma = tokens.findIndex((token) => token.text === ',');
    if (comma < 4) return [];
    from = 1;
    borders.unshift({ at: comma, next: comma + 1 });
  }
  const statements: string[] = [];
  let subject: { text: string; plural: boolean } | undefined;
  for (const border of [...borders, { at: end, next: end }]) {
    const part = textOf(text, tokens, from, border.at);
    const clause = parseClause(tokens, from, border.at);
    const names = / (?:is|are) (?:called|known as|termed) /u.test(part) && !hasBarePronoun(part);
    const resolved = clause || names ? part : resolvePronoun(part, subject);
    if (borders.length > 0 && isAsserted(part) && resolved !== undefined && !opensClaim(tokens, from))
      statements.push(resolved);
    if (clause && !subject) subject = { text: subjectText(sentence, clause, casing), plural: clause.plural };
    from = border.next;
  }
  return statements;
}

const isAsserted = (part: string): boolean =>
  !UNASSERTED.test(part) && !/^(?:when|once|after|before|as|to|by)\b/iu.test(part);

/** Where a clause ends, and where the next one begins. */
function findBorders(tokens: readonly Token[], end: number): { at: number; next: number }[] {
  const borders: { at: number; next: number }[] = [];
  for (let index = 2; index < end - 2; index += 1) {
    const token = tokens[index] as Token;
    const next = tokens[index + 1] as Token;
    if (/^[;:]$/u.test(token.text)) borders.push({ at: index, next: index + 1 });
    else if (token.text === ',' && JOINERS.has(next.lower) && tokens[index + 2]?.lower !== 'that')
      borders.push({ at: index, next: index + 2 });
    else if (['because', 'whereas'].includes(token.lower) && next.lower !== 'of')
      borders.push({ at: index, next: index + 1 });
  }
  return borders;
}

/** "Estimates suggest that A, and B": whose words B are is open. */
function opensClaim(tokens: readonly Token[], before: number): boolean {
  return tokens
    .slice(0, before)
    .some((token, index) => token.lower === 'that' && tokens[index - 1]?.pos === 'VERB');
}

function resolvePronoun(
  part: string,
  subject: { text: string; plural: boolean } | undefined,
): string | undefined {
  const pronoun = /^(it|they)\s+/iu.exec(part);
  if (!pronoun || !subject || subject.text.split(' ').length > 6 || hasBarePronoun(subject.text))
    return undefined;
  if ((pronoun[1]?.toLowerCase() === 'they') !== subject.plural) return undefined;
  const rest = part.slice(pronoun[0].length);
  return hasBarePronoun(rest) || /^(?:is|was) (?:\w+ )?(?:that|to)\b/iu.test(rest)
    ? undefined
    : `${subject.text} ${rest}`;
}

/** "When the monks rebuilt their choir, Suger wanted light": in the past, the main clause is true by itself. */
function withoutTimeClause({ text, tokens }: Sentence): string | undefined {
  if (!['when', 'after', 'before', 'while', 'once', 'as'].includes(tokens[0]?.lower ?? '')) return undefined;
  const comma = tokens.findIndex((token) => token.text === ',');
  if (comma < 3) return undefined;
  const clause = parseClause(tokens, comma + 1, endOf(tokens));
  const past = tokens
    .slice(0, comma)
    .some((token) => token.pos === 'VERB' && /(?:ed|t|n)$/u.test(token.lower));
  return clause?.tense === 'past' && past && !UNASSERTED.test(text)
    ? textOf(text, tokens, comma + 1, endOf(tokens))
    : undefined;
}

/**
 * "The Sainte-Chapelle, finished in 1248, has windows …": the sentence without the insertion, and the insertion as a
 * statement ("The Sainte-Chapelle was finished in 1248").
 */
function readInsertion({ text, tokens }: Sentence, casing: Casing): string[] {
  const end = endOf(tokens);
  const opens = tokens.findIndex((token) => token.text === ',');
  const closes = tokens.findIndex((token, index) => index > opens + 1 && token.text === ',');
  if (opens < 1 || opens > 8 || closes < 0 || closes - opens > 16 || closes >= end - 2) return [];
  if (!surroundsInsertion(tokens, opens, closes)) return [];
  const subject = textOf(text, tokens, 0, opens);
  const plain = `${subject} ${textOf(text, tokens, closes + 1, end)}`;
  const plainTokens = readTokens(`${plain}.`);
  const clause = parseClause(plainTokens, 0, plainTokens.length - 1);
  if (!clause) return [];
  const first = tokens[opens + 1] as Token;
  const inside = textOf(text, tokens, opens + 1, closes);
  if (first.lower === 'which' || first.lower === 'who')
    return [plain, `${subject} ${textOf(text, tokens, opens + 2, closes)}`];
  if (first.pos === 'VERB' && /(?:ed|en|wn|built|made|found|held|led|known|begun)$/u.test(first.lower)) {
    const past = clause.tense === 'past' || /\b1\d{3}\b|\b20\d\d\b/u.test(inside);
    const be = clause.plural ? (past ? 'were' : 'are') : past ? 'was' : 'is';
    return [plain, `${subject} ${be} ${inside}`];
  }
  if (!['a', 'an', 'the'].includes(first.lower)) return [plain];
  const be = clause.plural ? 'are' : clause.tense === 'past' ? 'was' : 'is';
  return [plain, `${subject} ${be} ${casing.lowerInitial(inside)}`];
}

/** Whether the words before the first comma are a bare subject, and those after the second continue the clause. */
function surroundsInsertion(tokens: readonly Token[], opens: number, closes: number): boolean {
  if (['ADP', 'SCONJ', 'ADV'].includes(tokens[0]?.pos ?? '')) return false;
  if (tokens.slice(0, opens).some((token) => token.pos === 'AUX' || token.pos === 'VERB')) return false;
  return ['VERB', 'AUX', 'NOUN', 'ADV'].includes(tokens[closes + 1]?.pos ?? '');
}

const FRONTS = new Set(
  'in at on during after before from under between within among near over around across throughout by for inside outside above below beyond'.split(
    ' ',
  ),
);

/** "At Notre-Dame, buttresses were added in the 1170s": the phrase in front goes behind. */
function withFrontBehind(sentence: Sentence, casing: Casing): string | undefined {
  const { text, tokens, clause } = sentence;
  if (!clause || clause.subjectStart === 0 || !FRONTS.has(tokens[0]?.lower ?? '')) return undefined;
  const front = textOf(text, tokens, 0, clause.subjectStart).replace(/,\s*$/u, '');
  if (front.split(' ').length > 7 || hasBarePronoun(front) || / (?:this|that|these|those|such) /u.test(front))
    return undefined;
  const body = textOf(text, tokens, clause.subjectStart, statementEnd(clause));
  return `${body} ${casing.lowerInitial(front)}`;
}

/** "Cologne was begun in 1248 and finished in 1880": one statement a verb. */
function splitPredicates({ text, tokens, clause }: Sentence): string[] {
  if (!clause || clause.subjectStart > 0 || clause.copula || clause.tense === 'modal') return [];
  const end = statementEnd(clause);
  const whole = endOf(tokens);
  for (let index = clause.restStart; index < whole - 2; index += 1) {
    const token = tokens[index] as Token;
    if (['to', 'that', 'which', 'who', 'where', 'when', 'if', 'because', 'whether'].includes(token.lower))
      return [];
    // The subject may change after it: "sharks eat the flesh; bacteria break it down and nourish mussels".
    if (/^[;:–—]$/u.test(token.text)) return [];
    // "used it, fell ill and recovered": the first of a list would keep a loose end.
    if (token.text === ',' && tokens[index + 1]?.lower !== 'and') return [];
    if (token.lower !== 'and') continue;
    const next = tokens[index + 1] as Token;
    if (!isSameForm(clause, next)) continue;
    const subject = textOf(text, tokens, clause.subjectStart, clause.subjectEnd);
    const auxiliaries =
      clause.passive && !BE.has(next.lower)
        ? `${textOf(text, tokens, clause.subjectEnd, clause.mainVerb)} `
        : '';
    const upTo = tokens[index - 1]?.text === ',' ? index - 1 : index;
    return [
      textOf(text, tokens, 0, upTo),
      `${subject} ${auxiliaries}${textOf(text, tokens, index + 1, Math.max(end, whole))}`,
    ];
  }
  return [];
}

/** Whether a verb can be a second one beside the clause's: the same tense and number, or a participle beside a passive. */
function isSameForm(clause: Clause, token: Token): boolean {
  const main = clause.tokens[clause.mainVerb];
  if (token.pos !== 'VERB' && token.pos !== 'AUX' && !(token.pos === 'NOUN' && /[^su]s$/u.test(token.lower)))
    return false;
  if (token.lower.endsWith('ing')) return false;
  if (BE.has(token.lower)) return BE.has(clause.tokens[clause.subjectEnd]?.lower ?? '');
  if (clause.passive) return token.pos === 'VERB' && token.lower !== token.lemma;
  if (main?.pos !== 'VERB' || clause.tokens[clause.subjectEnd]?.pos === 'AUX') return false;
  if (clause.tense === 'past')
    return token.pos === 'VERB' && token.lower !== token.lemma && !token.lower.endsWith('s');
  return clause.plural ? token.lower === token.lemma : /[^su]s$/u.test(token.lower);
}
