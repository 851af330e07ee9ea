import { containment, contentStems } from '#contract/question-rules/words.ts';
import type { Steps } from '#server/platform/in-turns.ts';
import { sentenceEnd, type LessonAnalysis } from '../analysis.ts';
import { parseClause, textOf } from '../clause.ts';
import { findDefinition } from '../definitions.ts';
import type { Sentence } from '../sentence.ts';
import type { Similarity } from '../similarity.ts';
import type { Candidate } from './list-candidates.ts';
import { weighStems } from './word-weights.ts';

/** What can be seen of a candidate's importance, each 0 to 1 (`outcome` and `keyFact` about their means in the lesson). */
export type Signals = Readonly<Record<SignalName, number>>;

export type SignalName = (typeof SIGNAL_NAMES)[number];

export const SIGNAL_NAMES = [
  'definition',
  'neededDefinition',
  'contrast',
  'list',
  'followed',
  'connected',
  'quantity',
  'event',
  'rule',
  'past',
  'specific',
  'hedged',
  'cause',
  'generic',
  'long',
  'short',
  'kept',
  'early',
  'introduces',
  'outcome',
  'title',
  'heading',
  'answers',
  'nameFirst',
  'centrality',
  'commonWords',
  'keyFact',
] as const;

/** A judge that is very sure counts no more than one that is sure. */
const MOST_ODDS = 3;

const YEAR = /\b(?:1\d{3}|20\d\d)\b/gu;
const CONTRASTING = /\b(?:whereas|unlike|rather than|instead of|while)\b/u;
const RULE = /\b(?:must|should|never|always|only)\b/u;
const GOES_ON = /^(?:it|they|this|these|such|its|their)\b/iu;
const CAUSING =
  /\b(?:because|since|so that|causes?|caused|depends?|leads? to|results? (?:in|from)|produces?|determines?|means that|allows?|prevents?|due to)\b/u;
const HEDGED =
  /\b(?:perhaps|may|might|often|usually|sometimes|probably|seems?|mostly|some|many|few|almost|nearly|hardly)\b/iu;
const EXEMPLARY = /\b(?:for example|for instance|such as|suppose|imagine)\b/iu;
const PRESENT = new Set(['is', 'are', 'has', 'have', 'can']);

/** Reads the signals of every candidate, in their order. */
export function* readSignals(
  analysis: LessonAnalysis,
  candidates: readonly Candidate[],
  similarity: Similarity,
  keyFacts: ReadonlyMap<Sentence, number>,
): Steps<Signals[]> {
  const { sentences } = analysis;
  const central = yield* measureCentrality(
    candidates.map(({ origin }) => origin),
    similarity,
  );
  const weigh = weighStems(analysis);
  const places = placeInSections(sentences);
  const title = contentStems(analysis.lesson.title);
  const headings = analysis.sectionHeadings.map((heading) => contentStems(heading ?? ''));
  const outcomes = (analysis.lesson.outcomes ?? []).map(({ description }) => contentStems(description));
  // Where many sentences tell of years, the events are what is taught.
  const dated = sentences.filter(({ text }) => text.match(YEAR)).length;
  const history = Math.min(1, (5 * dated) / Math.max(1, sentences.length));
  const mentions = rememberMentions(sentences);
  const readOne = ({ origin, sentence }: Candidate): Signals => {
    const { text, clause, stems } = sentence;
    const words = text.split(' ').length;
    const definition = findDefinition(sentence, analysis);
    const subject = clause
      ? contentStems(textOf(text, clause.tokens, clause.subjectStart, clause.subjectEnd))
      : new Set<string>();
    const told = subject.size === 0 ? [] : mentions(subject);
    return {
      definition: yes(definition !== undefined),
      neededDefinition: definition
        ? Math.min(
            1,
            Math.log2(1 + mentions(contentStems(definition.term)).length) /
              Math.log2(1 + sentences.length / 4),
          )
        : 0,
      contrast: yes(setsApart(sentence) || CONTRASTING.test(text)),
      list: yes(/: \S+.*(?:,| and )/u.test(text)),
      followed: yes(isFollowed(origin, sentences)),
      connected: yes(origin.connective !== null),
      quantity: yes(/\d/u.test(text.replaceAll(YEAR, ''))),
      event: yes(text.match(YEAR) !== null) * (1 - history),
      rule: yes(RULE.test(text)),
      past: yes(isPast(sentence)),
      specific: yes(isSpecific(sentence, analysis)),
      hedged: yes(HEDGED.test(text)),
      cause: yes(CAUSING.test(text)),
      generic: yes(/^(?:An?|Every|Each|All|Any|No) \p{Ll}/u.test(text)),
      long: Math.min(1, Math.max(0, words - 10) / 20),
      short: Math.min(1, Math.max(0, 9 - words) / 4),
      kept: Math.min(1, stems.size / Math.max(1, origin.stems.size)),
      early: 1 / (1 + (places.get(origin) ?? 0)),
      introduces: told[0] === origin ? Math.min(1, Math.log2(told.length) / 4) : 0,
      outcome: Math.max(0, ...outcomes.map((outcome) => containment(outcome, stems))),
      title: containment(title, stems),
      heading: containment(headings[origin.section] ?? new Set(), stems),
      answers: yes(sentences[origin.index - 1]?.text.endsWith('?') === true),
      nameFirst: yes(
        clause?.subjectStart === 0 && clause.head.pos === 'PROPN' && analysis.casing.isName(clause.head.text),
      ),
      centrality: central.get(origin) ?? 0,
      commonWords: weigh(stems),
      keyFact: Math.max(-MOST_ODDS, Math.min(MOST_ODDS, keyFacts.get(origin) ?? 0)),
    };
  };
  const signals: Signals[] = [];
  for (const candidate of candidates) {
    signals.push(readOne(candidate));
    yield;
  }
  const usual = signals.reduce((sum, { outcome }) => sum + outcome, 0) / Math.max(1, signals.length);
  return signals.map((read) => ({ ...read, outcome: read.outcome - usual }));
}

function placeInSections(sentences: readonly Sentence[]): Map<Sentence, number> {
  const places = new Map<Sentence, number>();
  for (const section of Map.groupBy(sentences, (sentence) => sentence.section).values())
    section.forEach((sentence, place) => places.set(sentence, place));
  return places;
}

/** The sentences that hold all stems of a phrase, in the lesson's order. */
function rememberMentions(
  sentences: readonly Sentence[],
): (stems: ReadonlySet<string>) => readonly Sentence[] {
  const known = new Map<string, readonly Sentence[]>();
  return (stems) => {
    const key = [...stems].join(' ');
    const found = known.get(key) ?? sentences.filter((sentence) => containment(stems, sentence.stems) === 1);
    known.set(key, found);
    return found;
  };
}

/** The next sentence is also about it: "It …", "This …". */
function isFollowed({ index, passage }: Sentence, sentences: readonly Sentence[]): boolean {
  const next = sentences[index + 1];
  return next?.passage === passage && GOES_ON.test(next.quote);
}

function isPast({ clause, tokens }: Sentence): boolean {
  if (clause?.tense === 'past') return true;
  const verb = tokens.find(({ pos }) => pos === 'AUX' || pos === 'VERB');
  if (!verb) return false;
  if (/^(?:was|were|had|did)$/u.test(verb.lower)) return true;
  return (
    verb.pos === 'VERB' &&
    verb.lower !== verb.lemma &&
    !/(?:s|ing)$/u.test(verb.lower) &&
    !tokens.some(({ lower }) => PRESENT.has(lower))
  );
}

/** About one year, one named person or place, or an example. */
function isSpecific({ text, tokens }: Sentence, { casing }: LessonAnalysis): boolean {
  return (
    text.search(YEAR) >= 0 ||
    EXEMPLARY.test(text) ||
    tokens.some((token, at) => at > 0 && /^\p{Lu}\p{Ll}/u.test(token.text) && casing.isName(token.text))
  );
}

function yes(seen: boolean): number {
  return seen ? 1 : 0;
}

/** How alike sentences must be in meaning before they lend each other weight. */
const FAINT_LIKENESS = 0.1;

/** LexRank's degree (Erkan and Radev 2004): how near a sentence is to the others, most of all in its own section; 0 to 1. */
function* measureCentrality(
  sentences: readonly Sentence[],
  similarity: Similarity,
): Steps<Map<Sentence, number>> {
  const sums: number[] = [];
  for (const sentence of sentences) {
    sums.push(
      sentences.reduce(
        (sum, other) =>
          other === sentence
            ? sum
            : sum +
              Math.max(0, similarity.between(sentence.text, other.text) - FAINT_LIKENESS) *
                (other.section === sentence.section ? 2 : 1),
        0,
      ),
    );
    yield;
  }
  const most = sums.reduce((greatest, sum) => Math.max(greatest, sum), 1e-9);
  return new Map(sentences.map((sentence, index) => [sentence, (sums[index] ?? 0) / most]));
}

/** "A does P, whereas B does Q": each clause has its own subject. */
function setsApart({ tokens, clause }: Sentence): boolean {
  const at = tokens.findIndex(
    (token, index) =>
      ['whereas', 'while'].includes(token.lower) && index > 2 && tokens[index - 1]?.text === ',',
  );
  if (at < 0 || !clause || clause.subjectStart > 0) return false;
  const clauses = [parseClause(tokens, 0, at - 1), parseClause(tokens, at + 1, sentenceEnd(tokens))];
  return clauses.every((each) => each !== undefined && !each.negated);
}
