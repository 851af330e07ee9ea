import type { DraftQuestion, RegenerateQuestionRequest } from '../../../../contract/question-editing.ts';
import type { AnswerStyle } from '../../../../contract/quizzes.ts';
import { checkSet } from '../../../../items/checks/check-item.ts';
import type { CheckedItem } from '../../../../items/checks/checked-item.ts';
import { listSections } from '../../../language/list-sections.ts';
import { createRandom } from '../../../language/random.ts';
import type { Dependencies } from '../../../ports.ts';
import { invalidField } from '../../../problem-error.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { insertStems, listAllCandidates, listStems, type CandidateRow } from '../bank/candidate.store.ts';
import { fingerprintOfStem } from '../bank/fingerprint.ts';
import type { QuestionSetRow } from '../question-set.store.ts';
import { placeKeys } from '../writer/place-keys.ts';
import { assessQuestion, itemOf } from './assess-questions.ts';
import { listKept } from './edit-draft.ts';
import { prepareMaterial } from './get-lesson-material.ts';
import { keepComposed } from './kept-question.ts';

type Needed = Pick<Dependencies, 'database'>;
type QuestionSet = Pick<QuestionSetRow, 'id' | 'lesson_id' | 'answer_style'>;

/**
 * The best question of the lesson's bank that fits the request and asks something else than the quiz does, in its published
 * questions, its draft and the editor, or undefined. What the quiz contained once is not offered again: the stems of the
 * request are remembered with it.
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
    throw invalidField('section', 'The lesson has no such section. Reload the coverage map.');
  const answerStyle = request.answer_style ?? set.answer_style;
  const candidates = await listAllCandidates(database, set.lesson_id);
  const { published, draft } = await listKept(database, set);
  const present = [...(draft?.questions ?? []), ...published].map(itemOf);
  await insertStems(
    database,
    set.id,
    [...request.avoid, ...present.map(({ text: stem }) => stem)].map(fingerprintOfStem),
  );
  const seen = new Set(await listStems(database, set.id));
  const avoided = [
    ...present,
    ...listAvoided(request.avoid, answerStyle, [...present, ...candidates.map(itemOfCandidate)]),
  ];
  const found = candidates
    .filter(
      (candidate) =>
        !candidate.is_rejected &&
        candidate.answer_style === answerStyle &&
        (level === undefined || candidate.taxonomy_level === level) &&
        (section === undefined || candidate.section === section) &&
        !seen.has(fingerprintOfStem(candidate.question.text)),
    )
    .toSorted((one, other) => other.score - one.score)
    .find((candidate) => asksSomethingElse(itemOfCandidate(candidate), avoided));
  if (found === undefined) return undefined;
  const [placed] = placeKeys([found.question], createRandom(seed)).map((question) =>
    keepComposed(question, found.written_by),
  );
  return placed === undefined ? undefined : assessQuestion(placed, prepareMaterial({ text, timeEvidence }));
}

const itemOfCandidate = ({ question }: CandidateRow): CheckedItem => ({
  text: question.text,
  type: question.type,
  options: question.options,
  quote: question.evidence.quote,
});

/** The stems alone say little of the fact that is asked for; where the question is known, its options go with it. */
const listAvoided = (
  stems: readonly string[],
  type: AnswerStyle,
  known: readonly CheckedItem[],
): CheckedItem[] =>
  stems
    .filter((stem) => stem.trim() !== '')
    .map(
      (stem) =>
        known.find((item) => item.text.trim() === stem.trim()) ?? {
          text: stem,
          type,
          options: [],
          quote: null,
        },
    );

/** Where its key is makes no difference: the instructor may move it. */
const SAME_QUESTION: readonly string[] = ['duplicate_stem', 'same_fact'];

function asksSomethingElse(item: CheckedItem, avoided: readonly CheckedItem[]): boolean {
  const flawsInSet = checkSet([...avoided, item]).at(-1) ?? [];
  return flawsInSet.every(({ code }) => !SAME_QUESTION.includes(code));
}
