import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { BloomLevel } from '#contract/quizzes.ts';
import { checkQuestion, checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import { listWords } from '#contract/question-rules/words.ts';
import type { StatementWriter } from '#server/ai/statement-writer.ts';
import { TextGeneratorUnavailableError } from '#server/ai/text-generator.ts';
import { analyzeLessonInTurns } from '#server/language/analysis.ts';
import { evidenceOfSentence } from '#server/language/evidence-of-passage.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { seedOfText } from '#server/features/quizzes/seeds.ts';
import type { WrittenQuestion } from '../written-question.ts';
import type { ModelReport, WriteCandidatesRequest } from '../written-candidate.ts';
import { chooseStatements, type ChosenStatement } from './choose-statements.ts';
import { draftQuestion, type Draft } from './draft-question.ts';
import { listTerms } from './kindred-phrases.ts';
import { LEAST_SCORE } from './score-draft.ts';

/** The levels that the model was trained on. It answers questions about new cases wrongly. */
const LEVELS: ReadonlySet<BloomLevel> = new Set(['remember', 'understand']);
/** Statements to try for each requested draft: about a third yield no draft that can be shown. */
const STATEMENTS_PER_DRAFT = 2;
/** The maximum for one run, however many drafts are requested: twenty minutes on two cores. */
const MOST_STATEMENTS = 40;

/**
 * Has the small writer draft one question about each of the most important statements of a lesson, and passes on each accepted draft
 * immediately. Sets no outcomes, because nothing here judges whether a question tests one.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws
 */
export async function writeDrafts(
  lesson: LessonText,
  request: WriteCandidatesRequest,
  writer: StatementWriter,
): Promise<ModelReport & { readonly limit: Message | null }> {
  const nothing = { written: 0, inputTokens: 0, outputTokens: 0, end: null };
  const { levels = [], signal } = request;
  const isBeyond = isFullyBeyond(request);
  const limit =
    isBeyond || levels.some((level) => !LEVELS.has(level)) ? message('questions_beyond_small_model') : null;
  if (isBeyond) return { ...nothing, limit };
  const analysis = await analyzeLessonInTurns(lesson);
  if (!analysis.english) return { ...nothing, limit: message('questions_english_only') };

  const sectionOf = sectionOfPassages(listSections(lesson.passages));
  const sections = new Set(request.sections ?? []);
  const asked = request.avoid.map(({ evidence }) => evidence.quote);
  const statements = await chooseStatements(analysis, {
    embed: request.embed,
    judge: request.judge,
    signal,
    isWanted: ({ passage, quote }) =>
      (sections.size === 0 || sections.has(sectionOf.get(passage.id) ?? -1)) && !asked.includes(quote),
    count: Math.min(MOST_STATEMENTS, STATEMENTS_PER_DRAFT * request.count),
  });
  const known: CheckedQuestion[] = request.avoid.map((question) => ({
    ...question,
    quote: question.evidence.quote,
  }));
  const keys = request.avoid.flatMap(({ options }) => options.filter(isKey).map(({ text }) => text));
  const terms = [...listTerms(analysis), ...(lesson.courseTerms ?? [])];
  let written = 0;
  try {
    for (const statement of statements) {
      if (written >= request.count) break;
      signal?.throwIfAborted();
      const draft = await draftQuestion(statement, {
        writer,
        embed: request.embed,
        signal,
        seed: request.seed,
        phrases: { keys, terms },
      });
      if (draft === undefined || draft.score < LEAST_SCORE) continue;
      const question = composeDraft(draft, statement);
      if (!isWantedQuestion(question, request) || repeats(question, known, keys)) continue;
      known.push({ ...question, quote: question.evidence.quote });
      keys.push(draft.key);
      await request.onCandidate({ question, score: draft.score, writtenBy: 'small_model' });
      written += 1;
    }
    return { ...nothing, written, limit };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TextGeneratorUnavailableError)
      return { ...nothing, written, end: error.reason, limit };
    throw error;
  }
}

/** Whether the model can write none of the requested questions. */
const isFullyBeyond = ({ answerStyle, difficulty, levels = [] }: WriteCandidatesRequest): boolean =>
  answerStyle === 'essay' ||
  difficulty === 'hard' ||
  (levels.length > 0 && !levels.some((level) => LEVELS.has(level)));

const isKey = ({ is_correct: isCorrect }: { readonly is_correct: boolean }): boolean => isCorrect;

const isWantedQuestion = (
  { blooms_taxonomy: level, difficulty }: WrittenQuestion,
  request: WriteCandidatesRequest,
): boolean =>
  (request.levels === undefined || request.levels.length === 0 || request.levels.includes(level)) &&
  (request.difficulty === undefined || request.difficulty === difficulty);

/** Whether the draft repeats a question, a fact or a right answer. */
function repeats(
  question: WrittenQuestion,
  known: readonly CheckedQuestion[],
  keys: readonly string[],
): boolean {
  const plain = (text: string): string => listWords(text).join(' ');
  const key = plain(question.options.find(isKey)?.text ?? '');
  if (keys.some((other) => plain(other) === key)) return true;
  const checked = { ...question, quote: question.evidence.quote };
  const flaws = checkSet([...known, checked]).at(-1) ?? [];
  return flaws.some(({ code }) => code === 'duplicate_stem' || code === 'same_fact');
}

function composeDraft({ stem, key, wrong }: Draft, { sentence }: ChosenStatement): WrittenQuestion {
  const { quote } = sentence;
  const options = shuffle([key, ...wrong], createRandom(seedOfText(stem))).map((text) => ({
    text,
    is_correct: text === key,
  }));
  const checked = { text: stem, type: 'multiple_choice' as const, options, quote };
  const level = findLevel(checked) === 'remember' ? 'remember' : 'understand';
  const { difficulty } = estimateDifficulty(checked, level);
  return {
    text: stem,
    type: 'multiple_choice',
    blooms_taxonomy: level,
    difficulty: difficulty === 'hard' ? 'medium' : difficulty,
    outcome: null,
    explanation: quote,
    evidence: evidenceOfSentence(sentence),
    options,
    key_points: [],
    rubric: null,
    flaws: checkQuestion(checked),
  };
}
