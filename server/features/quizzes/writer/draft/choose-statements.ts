import { overlap } from '#contract/question-rules/words.ts';
import type { AskedStatement } from '#server/ai/statement-writer.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import type { Sentence } from '#server/language/sentence.ts';
import type { Similarity } from '#server/language/similarity.ts';
import type { RatedCandidate } from '#server/language/statements/rate-candidates.ts';
import { listStatements, rateWith, type RatingRequest } from '#server/language/statements/rate-statements.ts';

/** A statement worth a question. */
export interface ChosenStatement {
  /** Its passage and its quote there; `text` may omit what depends on other sentences. */
  readonly sentence: Sentence;
  readonly asked: AskedStatement;
}

export interface StatementChoice extends RatingRequest {
  /** Which sentences of the lesson to ask about. */
  readonly isWanted: (sentence: Sentence) => boolean;
  readonly count: number;
}

/** Above this similarity, two statements are the same idea. Stricter than in summaries, because two questions about one idea give each other away. */
const SAME_MEANING = 0.82;
const SAME_WORDS = 0.6;
/** The penalty for each statement that was already chosen from the same section. */
const SECTION_COST = 0.35;
const CONTEXT_BEFORE = 2;
const CONTEXT_AFTER = 1;

/**
 * The most important statements of a lesson, as rated for summaries (`rateWith`), best first: spread over the sections, never two
 * with the same idea, each self-contained.
 * @throws what `embed` and `judge` throw, except `TextEmbedderUnavailableError`
 */
export async function chooseStatements(
  analysis: LessonAnalysis,
  { isWanted, count, ...rating }: StatementChoice,
): Promise<ChosenStatement[]> {
  const { rated, similarity } = await rateWith(analysis, await listStatements(analysis), rating);
  const left = new Set(rated.filter(({ origin }) => isWanted(origin) && !looksLikeCode(origin.quote)));
  const chosen: RatedCandidate[] = [];
  while (chosen.length < count && left.size > 0) {
    let best: RatedCandidate | undefined;
    let most = 0;
    for (const candidate of left) {
      const value = valueBeside(chosen, candidate, similarity);
      if (value > most) [best, most] = [candidate, value];
    }
    if (best === undefined) break;
    left.delete(best);
    chosen.push(best);
  }
  return chosen.map(({ sentence }) => ({ sentence, asked: describeStatement(analysis, sentence) }));
}

function valueBeside(
  chosen: readonly RatedCandidate[],
  { origin, worth }: RatedCandidate,
  similarity: Similarity,
): number {
  let sameSection = 0;
  for (const { origin: other } of chosen) {
    if (overlap(origin.stems, other.stems) > SAME_WORDS) return 0;
    if (similarity.semantic && similarity.between(origin.text, other.text) > SAME_MEANING) return 0;
    if (other.section === origin.section) sameSection += 1;
  }
  return worth / (1 + SECTION_COST * sameSection);
}

/** The sentence splitter treats formulas and lines of code as words, but the model cannot use them. */
const looksLikeCode = (text: string): boolean => /[{}<>=\\|;]|\w\(\)|\w_\w|https?:/u.test(text);

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

function describeStatement(
  { lesson, sentences, sectionHeadings }: LessonAnalysis,
  { index, section, text }: Sentence,
): AskedStatement {
  const around = sentences
    .slice(Math.max(0, index - CONTEXT_BEFORE), index + CONTEXT_AFTER + 1)
    .filter((sentence) => sentence.section === section)
    .map((sentence) => sentence.quote);
  return {
    title: lesson.title,
    heading: sectionHeadings[section] ?? lesson.title,
    context: oneLine(around.join(' ')),
    statement: text,
  };
}
