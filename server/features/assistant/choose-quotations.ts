import type { QuestionStems } from '../search/question-words.ts';

/** A passage with its words, ready to be held against a question. */
export interface CandidatePassage<Passage> {
  readonly passage: Passage;
  readonly sentences: readonly { readonly text: string; readonly stems: readonly string[] }[];
  /** Of its heading and its lesson's title: they say what the passage is about, and are never quoted. */
  readonly contextStems: readonly string[];
}

export interface Quotation<Passage> {
  readonly passage: Passage;
  readonly quote: string;
}

const MAXIMUM_QUOTATIONS = 3;
const WEAK_WEIGHT = 0.25;
/** A lesson's own question repeats the words asked for and answers nothing. */
const QUESTION_WEIGHT = 0.3;
/** Further sentences must be nearly as good as the best one. */
const NEARLY_AS_GOOD = 0.7;

/**
 * Chooses the sentences that answer best, at most one of a passage, the best first; none when no passage holds
 * enough of what the question is about: at least half of its content words, of two both, and at least half in
 * the passage's own text.
 * @param candidates the best first; ties keep this order.
 */
export function chooseQuotations<Passage>(
  question: QuestionStems,
  candidates: readonly CandidatePassage<Passage>[],
): Quotation<Passage>[] {
  if (question.content.length === 0) return [];
  const scored = candidates
    .filter((candidate) => isAbout(question, candidate))
    .flatMap(({ passage, sentences }) => {
      const best = bestSentence(question, sentences);
      return best === undefined ? [] : [{ passage, ...best }];
    })
    .sort((one, other) => other.score - one.score);
  const threshold = (scored[0]?.score ?? 0) * NEARLY_AS_GOOD;
  const quotations: Quotation<Passage>[] = [];
  for (const { passage, quote, score } of scored) {
    if (score < threshold || quotations.length === MAXIMUM_QUOTATIONS) break;
    // The same words may stand in two lessons, or twice in one.
    if (quotations.some((other) => other.quote === quote)) continue;
    quotations.push({ passage, quote });
  }
  return quotations;
}

function isAbout(
  { content }: QuestionStems,
  { sentences, contextStems }: CandidatePassage<unknown>,
): boolean {
  const own = new Set(sentences.flatMap(({ stems }) => stems));
  const context = new Set(contextStems);
  const half = Math.ceil(content.length / 2);
  const inText = content.filter((stem) => own.has(stem)).length;
  const inAll = content.filter((stem) => own.has(stem) || context.has(stem)).length;
  return inText >= half && inAll >= Math.max(half, Math.min(2, content.length));
}

function bestSentence(
  { content, weak }: QuestionStems,
  sentences: CandidatePassage<unknown>['sentences'],
): { quote: string; score: number } | undefined {
  let best: { quote: string; score: number } | undefined;
  for (const { text, stems } of sentences) {
    const held = new Set(stems);
    const strong = content.filter((stem) => held.has(stem)).length;
    if (strong === 0) continue;
    const words = strong + WEAK_WEIGHT * weak.filter((stem) => held.has(stem)).length;
    const score = words * (text.endsWith('?') ? QUESTION_WEIGHT : 1);
    if (best === undefined || score > best.score) best = { quote: text, score };
  }
  return best;
}
