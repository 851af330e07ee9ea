import { setImmediate } from 'node:timers/promises';
import type { DraftQuestion, RegenerateQuestionRequest } from '#contract/question-editing.ts';
import type { AnswerStyle } from '#contract/quizzes.ts';
import { createSetCheck } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { createRandom } from '#server/language/random.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import { citePassages, getLessonWithText, listLessonSections } from '#server/features/lessons/lesson-text.ts';
import {
  insertStems,
  listAllCandidates,
  listStemsAmong,
  type CandidateRow,
} from '../bank/candidate.store.ts';
import { fingerprintOfStem } from '#server/language/question-fingerprint.ts';
import type { QuestionSetRow } from '../question-set.store.ts';
import { placeKeys } from '../writer/select-questions.ts';
import { assessQuestion, toChecked, prepareMaterial, keepCandidate } from './kept-questions.ts';
import { listKept } from './edit-questions.ts';

type Needed = Pick<Dependencies, 'database'>;
type QuestionSet = Pick<QuestionSetRow, 'id' | 'lesson_id' | 'answer_style'>;

/**
 * The best question of the lesson's bank that fits the request and asks something else than the quiz does, in its published
 * questions, its draft and the editor, or undefined. What the quiz contained once, or was offered, is not offered again:
 * the stems are remembered with it.
 * @throws {ProblemError} not_found, transcript_missing; validation_failed for a section that the lesson lacks.
 */
export async function findAnotherQuestion(
  dependencies: Needed,
  set: QuestionSet,
  request: RegenerateQuestionRequest,
  seed: number,
): Promise<DraftQuestion | undefined> {
  const { database } = dependencies;
  const lesson = await getLessonWithText(dependencies, set.lesson_id);
  const { section, taxonomy_level: level } = request;
  if (section !== undefined && (await listLessonSections(dependencies, lesson))[section] === undefined)
    throw invalidField('section', 'section_unknown');
  const answerStyle = request.answer_style ?? set.answer_style;
  const candidates = await listAllCandidates(database, set.lesson_id);
  const { published, draft } = await listKept(database, set);
  const present = [...(draft?.questions ?? []), ...published].map(toChecked);
  await insertStems(
    database,
    set.id,
    [...request.avoid, ...present.map(({ text: stem }) => stem)].map(fingerprintOfStem),
  );
  const fingerprints = new Map(
    candidates.map(({ id, question }) => [id, fingerprintOfStem(question.text)] as const),
  );
  const known = new Set(await listStemsAmong(database, set.id, [...fingerprints.values()]));
  const isSeen = ({ id }: CandidateRow): boolean => known.has(fingerprints.get(id) ?? '');
  // Another question about the fact of a replaced one is that question again, in other words.
  const replaced = candidates.filter(isSeen);
  const avoided = [
    ...present,
    ...replaced.map(toCheckedCandidate),
    ...listAvoided(request.avoid, answerStyle, [...present, ...candidates.map(toCheckedCandidate)]),
  ];
  const fitting = candidates
    .filter(
      (candidate) =>
        !candidate.is_rejected &&
        candidate.question.evidence.changed === undefined &&
        candidate.answer_style === answerStyle &&
        (level === undefined || candidate.question.blooms_taxonomy === level) &&
        (section === undefined || candidate.section === section) &&
        !isSeen(candidate),
    )
    .toSorted((one, other) => other.score - one.score);
  const found = await findDifferent(fitting, avoided);
  if (found === undefined) return undefined;
  const [placed] = placeKeys([found.question], createRandom(seed)).map((question) =>
    keepCandidate({ ...found, question }),
  );
  if (placed === undefined) return undefined;
  const cited = [found.question.evidence.passage_id];
  return assessQuestion(placed, prepareMaterial(await citePassages(dependencies, lesson, cited)));
}

const toCheckedCandidate = ({ question }: CandidateRow): CheckedQuestion => ({
  text: question.text,
  type: question.type,
  options: question.options,
  quote: question.evidence.quote,
});

/** The stems alone say little of the fact that is asked for; where the question is known, its options go with it. */
const listAvoided = (
  stems: readonly string[],
  type: AnswerStyle,
  known: readonly CheckedQuestion[],
): CheckedQuestion[] =>
  stems
    .filter((stem) => stem.trim() !== '')
    .map(
      (stem) =>
        known.find((checked) => checked.text.trim() === stem.trim()) ?? {
          text: stem,
          type,
          options: [],
          quote: null,
        },
    );

/** Where its key is makes no difference: the instructor may move it. */
const SAME_QUESTION: readonly string[] = ['duplicate_stem', 'same_fact'];

/** The first that asks something else than all of these. Other requests are served in between. */
async function findDifferent(
  candidates: readonly CandidateRow[],
  avoided: readonly CheckedQuestion[],
): Promise<CandidateRow | undefined> {
  const check = createSetCheck(avoided);
  for (const candidate of candidates) {
    const flaws = check(toCheckedCandidate(candidate));
    if (flaws.every(({ code }) => !SAME_QUESTION.includes(code))) return candidate;
    await setImmediate();
  }
  return undefined;
}
