import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Evidence } from '#contract/evidence.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { draftQuestion, type EditedQuestion, type DraftQuestion } from '#contract/question-editing.ts';
import { checkQuestion, checkSetInSteps } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import { countQuizCharacters, QUIZ_CHARACTERS_MAXIMUM } from '#contract/quiz-length.ts';
import { draftMark, flaw, type Flaw } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import { runInTurns, type Steps } from '#server/platform/in-turns.ts';
import { citePassages, type TimeEvidence } from '#server/features/lessons/lesson-text.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import type { CandidateRow } from '../bank/candidate.store.ts';
import type { QuestionRow } from '../question-set.store.ts';

/** A question as drafts and versions keep it: with its evidence in full, without what the checker finds. */
const keptQuestion = draftQuestion
  .omit({
    level_found: true,
    difficulty_found: true,
    difficulty_reason: true,
    difficulty_reason_coded: true,
    flaws: true,
  })
  // Older drafts and versions do not have it.
  .extend({ is_draft: draftMark.default(false) });
export type KeptQuestion = z.infer<typeof keptQuestion>;

const keptQuestions = z.array(keptQuestion);

/** Includes the flaws, so that the question can be published again unchanged. */
export const replacedQuestion = keptQuestion.extend({ flaws: z.array(flaw) });
export type ReplacedQuestion = z.infer<typeof replacedQuestion>;

export const readKept = (stored: unknown): KeptQuestion[] => keptQuestions.parse(stored);

/** A published question. */
export const keepPublished = (row: QuestionRow): KeptQuestion =>
  keptQuestion.parse({ ...row, outcome: row.outcome_short_name });

/** A question of the bank. */
export const keepCandidate = ({
  question,
  written_by,
  is_draft,
}: Pick<CandidateRow, 'question' | 'written_by' | 'is_draft'>): KeptQuestion =>
  keptQuestion.parse({ ...question, id: null, written_by, is_draft, dismissed_flaws: [] });

/**
 * Questions that an instructor edited. Page and seconds of their evidence are looked up in the lesson.
 * @param known what was kept of the set until now, the published questions first: only its ids are ids, and evidence that the
 *   lesson no longer holds stays as it was there.
 */
export async function keepEdited(
  questions: readonly EditedQuestion[],
  material: LessonMaterial | undefined,
  known: readonly KeptQuestion[],
): Promise<KeptQuestion[]> {
  const ids = new Set(known.map(({ id }) => id));
  const knownEvidence = known.flatMap(({ evidence }) => evidence ?? []);
  const kept: KeptQuestion[] = [];
  for (const { id = null, evidence, ...question } of questions) {
    const isOfSet = id !== null && ids.delete(id);
    const before = isOfSet ? known.find((other) => other.id === id) : undefined;
    kept.push({
      ...question,
      is_draft: question.is_draft && (before === undefined || isStillDraft(before, question)),
      id: isOfSet ? id : null,
      evidence:
        evidence === null
          ? null
          : await placeEvidence(evidence, material, [before?.evidence ?? [], knownEvidence].flat()),
    });
  }
  return kept;
}

/** False if the published question was accepted after the editor opened it, or its words changed. */
const isStillDraft = (
  published: KeptQuestion,
  { text, options }: Pick<EditedQuestion, 'text' | 'options'>,
): boolean => published.is_draft && published.text === text && isDeepStrictEqual(published.options, options);

async function placeEvidence(
  { quote, passage_id: passageId }: Pick<Evidence, 'quote' | 'passage_id'>,
  material: LessonMaterial | undefined,
  known: readonly Evidence[],
): Promise<Evidence> {
  const passage = material?.passages.get(passageId);
  const sameWords = known.filter((evidence) => evidence.quote === quote);
  // The editor may name a passage of the text before a correction.
  const same = sameWords.find((evidence) => evidence.passage_id === passageId) ?? sameWords[0];
  if (material !== undefined && passage !== undefined && quote !== '' && passage.text.includes(quote)) {
    const further = same?.further === undefined ? {} : { further: same.further };
    return material.timeEvidence({ ...evidenceOfPassage(passage, quote), ...further });
  }
  if (same !== undefined) return same;
  return passage === undefined
    ? { quote, passage_id: passageId, page: null, start_second: null, end_second: null }
    : evidenceOfPassage(passage, quote);
}

/** What edited questions are held against. */
interface LessonMaterial {
  /** By id. */
  readonly passages: ReadonlyMap<string, LessonPassage>;
  readonly timeEvidence: TimeEvidence;
}

/** The passages that the questions of a quiz cite; undefined while its lesson has no text. @throws {ProblemError} not_found. */
export async function findMaterial(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  { lesson_id: lessonId }: { readonly lesson_id: number },
  questions: readonly Pick<EditedQuestion, 'evidence'>[],
): Promise<LessonMaterial | undefined> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.document_source_id === null) return undefined;
  const passageIds = questions.flatMap(({ evidence }) => evidence?.passage_id ?? []);
  return prepareMaterial(await citePassages(dependencies, lesson, [...new Set(passageIds)]));
}

const indexPassages = (passages: readonly LessonPassage[]): LessonMaterial['passages'] =>
  new Map(passages.map((passage) => [passage.id, passage]));

/** The passages by their ids, as the checks of edited questions need them. */
export const prepareMaterial = ({
  passages,
  timeEvidence,
}: {
  passages: readonly LessonPassage[];
  timeEvidence: TimeEvidence;
}): LessonMaterial => ({ passages: indexPassages(passages), timeEvidence });

export const toChecked = ({ text, type, options, evidence }: KeptQuestion): CheckedQuestion => ({
  text,
  type,
  options,
  quote: evidence?.quote ?? null,
});

/** Each question, in order, with the flaws, level and difficulty that are found in it, alone and beside the others. */
export const assessQuestions = (
  questions: readonly KeptQuestion[],
  material: LessonMaterial | undefined,
): Promise<DraftQuestion[]> => runInTurns(assessInSteps(questions, material));

function* assessInSteps(
  questions: readonly KeptQuestion[],
  material: LessonMaterial | undefined,
): Steps<DraftQuestion[]> {
  const flawsInSet = checkSetInSteps(questions.map(toChecked));
  const assessed: DraftQuestion[] = [];
  for (const question of questions) {
    assessed.push(assessQuestion(question, material, (flawsInSet.next().value as Flaw[] | undefined) ?? []));
    yield;
  }
  return assessed;
}

/** One question alone. @param flawsInSet what is found in it beside others. */
export function assessQuestion(
  question: KeptQuestion,
  material: LessonMaterial | undefined,
  flawsInSet: readonly Flaw[] = [],
): DraftQuestion {
  const checked = toChecked(question);
  const level = findLevel(checked);
  const estimate = estimateDifficulty(checked, level);
  return {
    ...question,
    level_found: level,
    difficulty_found: estimate.difficulty,
    difficulty_reason: wordMessage(estimate.reason),
    difficulty_reason_coded: estimate.reason,
    flaws: [...findFlaws(question, checked, material), ...flawsInSet],
  };
}

function findFlaws(
  { evidence }: KeptQuestion,
  checked: CheckedQuestion,
  material: LessonMaterial | undefined,
): Flaw[] {
  if (material === undefined) return checkQuestion(checked);
  const passage = evidence === null ? undefined : material.passages.get(evidence.passage_id);
  // The words must be in the passage that is named, not just anywhere in the lesson.
  const passages = passage === undefined ? [] : [passage.text];
  const flaws = checkQuestion(checked, passages);
  // A question written by hand need not cite anything.
  return evidence === null ? flaws.filter(({ code }) => code !== 'evidence_not_verbatim') : flaws;
}

/** For questions that join others, one at a time. @throws {ProblemError} validation_failed. */
export function refuseTooLong(questions: Parameters<typeof countQuizCharacters>[0], field: string): void {
  if (countQuizCharacters(questions) > QUIZ_CHARACTERS_MAXIMUM)
    throw invalidField(field, 'quiz_too_long', { maximum: QUIZ_CHARACTERS_MAXIMUM });
}
