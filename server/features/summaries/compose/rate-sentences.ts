import type { LessonAnalysis } from '../../../language/analysis.ts';
import { findApposition } from '../../../language/facts-of-apposition.ts';
import { findContrast } from '../../../language/facts-of-reason.ts';
import { findDefinition } from '../../../language/facts-of-terms.ts';
import type { Sentence } from '../../../language/sentence.ts';
import type { Similarity } from '../../../language/similarity.ts';
import { containment, contentStems } from '../../../../items/words.ts';

/** What can be seen of a sentence's importance, each 0 to 1. */
type Signal = keyof typeof SIGNAL_WEIGHTS;

/**
 * How much each signal adds to the log odds that an instructor would name what the sentence states among the lesson's key
 * facts: a logistic regression over 412 sentences of ten lessons, rounded, without the signals that told nothing about
 * lessons left out of it (cause, place, names, tense). `event`, `rule` and `thin` were then set by reading summaries.
 */
const SIGNAL_WEIGHTS = {
  /** "X is a Y that …", or a thing explained beside its name. */
  definition: 0.4,
  /** A definition, and how much the lesson makes of what it defines. */
  neededDefinition: 1.3,
  /** "A does P, whereas B does Q." */
  contrast: 0.4,
  /** Names the parts of something. */
  list: 0.5,
  /** The next sentence goes on about it: "It …", "This …". */
  followed: 0.5,
  /** Began with "For example", "However", "Then": leans on what was said before. */
  connected: -0.4,
  /** A quantity; years do not count. */
  quantity: -0.4,
  /** One event of the past, in a lesson that is no history. */
  event: -0.6,
  /** What must, must never or may only be done. */
  rule: 0.5,
  /** Few words that carry meaning: rarely more than a transition. */
  thin: -0.8,
  /** Near in meaning to the rest of the lesson. */
  centrality: 1.9,
  /** Made of the words that the lesson keeps coming back to. */
  commonWords: 1.2,
  /** Holds the words of its section's heading. */
  heading: 0.4,
} as const;

const BIAS = -2.1;
/** How alike sentences must be in meaning before they lend each other weight. */
const FAINT_LIKENESS = 0.1;

/** The chance, 0 to 1, that each sentence states one of the things to take away from the lesson. */
export function rateSentences(
  analysis: LessonAnalysis,
  sentences: readonly Sentence[],
  similarity: Similarity,
): Map<Sentence, number> {
  const signals = readSignals(analysis, sentences, similarity);
  return new Map(
    sentences.map((sentence) => {
      const read = signals.get(sentence);
      let odds = BIAS;
      if (read)
        for (const [name, weight] of Object.entries(SIGNAL_WEIGHTS)) odds += weight * read[name as Signal];
      return [sentence, 1 / (1 + Math.exp(-odds))];
    }),
  );
}

function readSignals(
  analysis: LessonAnalysis,
  sentences: readonly Sentence[],
  similarity: Similarity,
): Map<Sentence, Record<Signal, number>> {
  const words = weighWords(analysis);
  const central = measureCentrality(sentences, similarity);
  const { length } = analysis.sentences;
  // Where many sentences tell of years, the events are what is taught.
  const dated = analysis.sentences.filter(({ text }) => text.match(YEAR)).length;
  const history = Math.min(1, (5 * dated) / Math.max(1, length));
  return new Map(
    sentences.map((sentence) => {
      const { text, connective } = sentence;
      const heading = contentStems(analysis.sectionHeadings[sentence.section] ?? '');
      const definition = findDefinition(sentence, analysis) ?? findApposition(sentence, analysis);
      return [
        sentence,
        {
          definition: yes(definition),
          neededDefinition: definition
            ? Math.min(
                1,
                Math.log2(1 + countMentions(definition.bareTerm, analysis)) / Math.log2(1 + length / 4),
              )
            : 0,
          contrast: yes(findContrast(sentence) ?? CONTRASTING.exec(text)),
          list: yes(/: \S+.*(?:,| and )/u.exec(text)),
          followed: yes(isFollowed(sentence, analysis)),
          connected: yes(connective),
          quantity: yes(/\d/u.exec(text.replaceAll(YEAR, ''))),
          event: yes(text.match(YEAR)) * (1 - history),
          rule: yes(RULE.exec(text)),
          thin: Math.min(1, Math.max(0, 7 - sentence.stems.size) / 3),
          centrality: central.get(sentence) ?? 0,
          commonWords: words.get(sentence) ?? 0,
          heading: containment(heading, sentence.stems),
        },
      ];
    }),
  );
}

const YEAR = /\b(?:1\d{3}|20\d\d)\b/gu;
const CONTRASTING = /\b(?:whereas|unlike|rather than|instead of)\b/u;
const RULE = /\b(?:must|should|never|always|only)\b/u;
const GOES_ON = /^(?:it|they|this|these|such|its|their)\b/iu;

function isFollowed({ index, passage }: Sentence, analysis: LessonAnalysis): boolean {
  const next = analysis.sentences[index + 1];
  return next?.passage === passage && GOES_ON.test(next.quote);
}

/** In how many sentences a term stands. */
function countMentions(term: string, analysis: LessonAnalysis): number {
  const stems = [...contentStems(term)];
  return analysis.sentences.filter((sentence) => stems.every((stem) => sentence.stems.has(stem))).length;
}

function yes(value: unknown): number {
  return value === undefined || value === null || value === false ? 0 : 1;
}

/** LexRank's degree (Erkan and Radev 2004): how near a sentence is to the others, most of all in its own section. */
function measureCentrality(sentences: readonly Sentence[], similarity: Similarity): Map<Sentence, number> {
  const sums = sentences.map((sentence) =>
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
  const most = Math.max(1e-9, ...sums);
  return new Map(sentences.map((sentence, index) => [sentence, (sums[index] ?? 0) / most]));
}

/** How much of what the lesson keeps coming back to stands in each sentence, 0 to 1. */
export function weighWords(analysis: LessonAnalysis): Map<Sentence, number> {
  const counts = countStems(analysis);
  const raw = analysis.sentences.map((sentence) => {
    const sum = [...sentence.stems].reduce((total, stem) => total + Math.log2(counts.get(stem) ?? 1), 0);
    return sum / Math.sqrt(Math.max(6, sentence.stems.size));
  });
  const most = Math.max(1e-9, ...raw);
  return new Map(analysis.sentences.map((sentence, index) => [sentence, (raw[index] ?? 0) / most]));
}

/** In how many sentences each stem stands. */
export function countStems(analysis: LessonAnalysis): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of analysis.sentences)
    for (const stem of sentence.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
