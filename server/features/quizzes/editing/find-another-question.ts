import type { DraftQuestion, RegenerateQuestionRequest } from '#contract/question-editing.ts';
import type { AnswerStyle } from '#contract/quizzes.ts';
import { checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { listSections } from '#server/language/list-sections.ts';
import { createRandom } from '#server/language/random.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidField } from '#server/problem-error.ts';
import { getLessonText } from '#server/features/lessons/lesson-text.ts';
import { insertStems, listAllCandidates, listStems, type CandidateRow } from '../bank/candidate.store.ts';
import { fingerprintOfStem } from '../bank/read-bank.ts';
import type { QuestionSetRow } from '../question-set.store.ts';
import { placeKeys } from '../writer/select-questions.ts';
import { assessQuestion, toChecked, prepareMaterial, keepComposed } from './kept-questions.ts';
import { listKept } from './edit-questions.ts';
import { listVersionStems } from './question-editing.store.ts';

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
  const { text, timeEvidence } = await getLessonText(dependencies, set.lesson_id);
  const { section, taxonomy_level: level } = request;
  if (section !== undefined && listSections(text.passages)[section] === undefined)
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
  const seen = new Set([
    ...(await listStems(database, set.id)),
    ...(await listVersionStems(database, set.id)).map(fingerprintOfStem),
  ]);
  // Another question about the fact of a replaced one is that question again, in other words.
  const replaced = candidates.filter(({ question }) => seen.has(fingerprintOfStem(question.text)));
  const avoided = [
    ...present,
    ...replaced.map(toCheckedCandidate),
    ...listAvoided(request.avoid, answerStyle, [...present, ...candidates.map(toCheckedCandidate)]),
  ];
  const found = candidates
    .filter(
      (candidate) =>
        !candidate.is_rejected &&
        candidate.question.evidence.changed === undefined &&
        candidate.answer_style === answerStyle &&
        (level === undefined || candidate.taxonomy_level === level) &&
        (section === undefined || candidate.section === section) &&
        !seen.has(fingerprintOfStem(candidate.question.text)),
    )
    .toSorted((one, other) => other.score - one.score)
    .find((candidate) => asksSomethingElse(toCheckedCandidate(candidate), avoided));
  if (found === undefined) return undefined;
  const [placed] = placeKeys([found.question], createRandom(seed)).map((question) =>
    keepComposed(question, found.written_by),
  );
  return placed === undefined ? undefined : assessQuestion(placed, prepareMaterial({ text, timeEvidence }));
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

function asksSomethingElse(checked: CheckedQuestion, avoided: readonly CheckedQuestion[]): boolean {
  const flawsInSet = checkSet([...avoided, checked]).at(-1) ?? [];
  return flawsInSet.every(({ code }) => !SAME_QUESTION.includes(code));
}
