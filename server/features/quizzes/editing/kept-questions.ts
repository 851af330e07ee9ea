import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Evidence } from '#contract/evidence.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { draftQuestion, type EditedQuestion, type DraftQuestion } from '#contract/question-editing.ts';
import { checkQuestion, checkSetInSteps } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import type { Flaw } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { citePassages, type TimeEvidence } from '#server/features/lessons/lesson-text.ts';
import { findOwnLesson } from '#server/features/lessons/lessons.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { LessonPassage, LessonText } from '#server/language/lesson-text.ts';
import { invalidField } from '#server/problem-error.ts';
import type { QuestionRow } from '../question-set.store.ts';
import type { ComposedQuestion } from '../writer/compose/composed-question.ts';

/** A question as drafts and versions keep it: with its evidence in full, without what the checker finds. */
const keptQuestion = draftQuestion.omit({
  level_found: true,
  difficulty_found: true,
  difficulty_reason: true,
  difficulty_reason_coded: true,
  flaws: true,
});
export type KeptQuestion = z.infer<typeof keptQuestion>;

const storedQuestions = z.array(keptQuestion.partial({ lesson_id: true }));

/** @param lessonId of the quiz: earlier versions stored no other. */
export const readKept = (stored: unknown, lessonId: number): KeptQuestion[] =>
  storedQuestions
    .parse(stored)
    .map((question) => ({ ...question, lesson_id: question.lesson_id ?? lessonId }));

/** A published question. */
export const keepPublished = (row: QuestionRow): KeptQuestion => ({
  id: row.id,
  lesson_id: row.lesson_id,
  text: row.text,
  type: row.type,
  blooms_taxonomy: row.blooms_taxonomy,
  difficulty: row.difficulty,
  outcome: row.outcome_short_name,
  options: row.options.map(({ text, is_correct: isCorrect }) => ({ text, is_correct: isCorrect })),
  explanation: row.explanation,
  evidence: row.evidence,
  key_points: row.key_points,
  dismissed_flaws: row.dismissed_flaws,
  rubric: row.rubric,
  written_by: row.written_by,
});

/** A question that was made just now. */
export const keepComposed = (
  question: ComposedQuestion,
  candidate: Pick<KeptQuestion, 'written_by' | 'lesson_id'>,
): KeptQuestion => ({
  id: null,
  lesson_id: candidate.lesson_id,
  text: question.text,
  type: question.type,
  blooms_taxonomy: question.blooms_taxonomy,
  difficulty: question.difficulty,
  outcome: question.outcome,
  options: [...question.options],
  explanation: question.explanation,
  evidence: question.evidence,
  key_points: [...question.key_points],
  dismissed_flaws: [],
  rubric: question.rubric,
  written_by: candidate.written_by,
});

/**
 * Questions that an instructor edited. Page and seconds of their evidence are looked up in the lesson.
 * @param known what was kept of the set until now: only its ids are ids, and evidence that the lesson no longer holds
 *   stays as it was there.
 * @throws {ProblemError} validation_failed for a question about a lesson that is neither the quiz's nor the actor's.
 */
export async function keepEdited(
  questions: readonly EditedQuestion[],
  { lesson_id: lessonOfSet }: { readonly lesson_id: number },
  materials: Materials,
  known: readonly KeptQuestion[],
): Promise<KeptQuestion[]> {
  const lessonOfId = new Map(known.map(({ id, lesson_id: lessonId }) => [id, lessonId]));
  const lessons = new Set([lessonOfSet, ...materials.keys(), ...lessonOfId.values()]);
  const knownEvidence = known.flatMap(({ evidence }) => evidence ?? []);
  const kept: KeptQuestion[] = [];
  for (const [index, { id = null, evidence, lesson_id: sent, ...question }] of questions.entries()) {
    const lessonId = sent ?? (id === null ? undefined : lessonOfId.get(id)) ?? lessonOfSet;
    if (!lessons.has(lessonId)) throw invalidField(`questions.${index}.lesson_id`, 'lesson_of_quiz_unknown');
    const isOfSet = id !== null && lessonOfId.delete(id);
    kept.push({
      ...question,
      lesson_id: lessonId,
      id: isOfSet ? id : null,
      evidence:
        evidence === null ? null : await placeEvidence(evidence, materials.get(lessonId), knownEvidence),
    });
  }
  return kept;
}

async function placeEvidence(
  { quote, passage_id: passageId }: Pick<Evidence, 'quote' | 'passage_id'>,
  material: LessonMaterial | undefined,
  known: readonly Evidence[],
): Promise<Evidence> {
  const passage = material?.passages.get(passageId);
  if (material !== undefined && passage !== undefined && quote !== '' && passage.text.includes(quote)) {
    return material.timeEvidence(evidenceOfPassage(passage, quote));
  }
  const sameWords = known.filter((evidence) => evidence.quote === quote);
  // The editor may name a passage of the text before a correction.
  const same = sameWords.find((evidence) => evidence.passage_id === passageId) ?? sameWords[0];
  if (same !== undefined) return same;
  return passage === undefined
    ? { quote, passage_id: passageId, page: null, start_second: null, end_second: null }
    : evidenceOfPassage(passage, quote);
}

/** What the edited questions about a lesson are held against. */
interface LessonMaterial {
  /** By id. */
  readonly passages: ReadonlyMap<string, LessonPassage>;
  readonly timeEvidence: TimeEvidence;
}

/** Of each of one's own lessons that the questions are about; undefined while it has no text. */
export type Materials = ReadonlyMap<number, LessonMaterial | undefined>;

/** The passages that questions cite. Lessons that are deleted, or another instructor's, are left out. */
export async function listMaterials(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  { lesson_id: lessonOfSet }: { readonly lesson_id: number },
  questions: readonly Pick<EditedQuestion, 'lesson_id' | 'evidence'>[],
): Promise<Materials> {
  const materials = new Map<number, LessonMaterial | undefined>();
  const passageIds = questions.flatMap(({ evidence }) => evidence?.passage_id ?? []);
  const lessonIds = questions.map(({ lesson_id: lessonId }) => lessonId ?? lessonOfSet);
  for (const lessonId of new Set([lessonOfSet, ...lessonIds])) {
    const lesson = await findOwnLesson(dependencies, actor, lessonId);
    if (lesson === undefined) continue;
    const { passages, timeEvidence } = await citePassages(dependencies, lesson, [...new Set(passageIds)]);
    const material = { passages: indexPassages(passages), timeEvidence };
    materials.set(lessonId, lesson.document_source_id === null ? undefined : material);
  }
  return materials;
}

const indexPassages = (passages: readonly LessonPassage[]): LessonMaterial['passages'] =>
  new Map(passages.map((passage) => [passage.id, passage]));

/** The passages by their ids, as the checks of edited questions need them. */
export const prepareMaterial = ({
  text,
  timeEvidence,
}: {
  text: LessonText;
  timeEvidence: TimeEvidence;
}): LessonMaterial => ({
  passages: indexPassages(text.passages),
  timeEvidence,
});

export const toChecked = ({ text, type, options, evidence }: KeptQuestion): CheckedQuestion => ({
  text,
  type,
  options,
  quote: evidence?.quote ?? null,
});

/** A hundred long questions take half a second; other requests are served in between. */
const SLICE_MILLISECONDS = 10;

/** Each question, in order, with the flaws, level and difficulty that are found in it, alone and beside the others. */
export async function assessQuestions(
  questions: readonly KeptQuestion[],
  materials: Materials,
): Promise<DraftQuestion[]> {
  const flawsInSet = checkSetInSteps(questions.map(toChecked));
  const assessed: DraftQuestion[] = [];
  let sliceEnd = performance.now() + SLICE_MILLISECONDS;
  for (const question of questions) {
    if (performance.now() > sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MILLISECONDS;
    }
    const material = materials.get(question.lesson_id);
    assessed.push(assessQuestion(question, material, (flawsInSet.next().value as Flaw[] | undefined) ?? []));
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
  // The words must stand in the passage that is named, not just anywhere in the lesson.
  const passages = passage === undefined ? [] : [passage.text];
  const flaws = checkQuestion(checked, { passages });
  // Whoever writes by hand need not cite anything.
  return evidence === null ? flaws.filter(({ code }) => code !== 'evidence_not_verbatim') : flaws;
}
