import type {
  RegeneratedQuestion,
  RegenerateQuestionRequest,
} from '../../../../contract/question-editing.ts';
import type { AnswerStyle } from '../../../../contract/quizzes.ts';
import { checkSet } from '../../../../items/checks/check-item.ts';
import type { CheckedItem } from '../../../../items/checks/checked-item.ts';
import type { JobContext } from '../../../jobs/job-definition.ts';
import { listSections, type LessonSection } from '../../../language/list-sections.ts';
import type { LessonText } from '../../../language/lesson-text.ts';
import type { WorkerDependencies } from '../../../ports.ts';
import { invalidField, ProblemError } from '../../../problem-error.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { listSiblingTexts } from '../../lessons/list-sibling-texts.ts';
import { composeQuestions } from '../compose/compose-questions.ts';
import { listExplainedTerms } from '../compose/list-explained-terms.ts';
import type { ComposedQuestion } from '../compose/composed-question.ts';
import { findQuestionSet } from '../question-set.store.ts';
import { seedOfJob } from '../seed-of-job.ts';
import { assessQuestions, itemOf } from './assess-questions.ts';
import { listKept } from './edit-draft.ts';
import { prepareMaterial } from './get-lesson-material.ts';
import { keepComposed } from './kept-question.ts';

/** The composer begins with the facts most worth asking, most of which are asked already. */
const SPARE_QUESTIONS = 8;
const MOST_QUESTIONS = 50;

/**
 * Composes a question that none of those in the editor asks already, or says why there is none. Stores nothing.
 * @throws {ProblemError} not_found when the set was deleted meanwhile; transcript_missing; validation_failed.
 */
export async function writeAnotherQuestion(
  dependencies: Pick<WorkerDependencies, 'database' | 'textEmbedder' | 'itemJudge'>,
  questionSetId: number,
  request: RegenerateQuestionRequest,
  { jobId, signal }: JobContext,
): Promise<RegeneratedQuestion> {
  const set = await findQuestionSet(dependencies.database, questionSetId);
  if (set === undefined) throw new ProblemError('not_found', 'The quiz was deleted meanwhile.');
  const { lesson, text, timeEvidence } = await getLessonText(dependencies, set.lesson_id);
  const courseTerms = listExplainedTerms(await listSiblingTexts(dependencies, lesson));
  const section = chooseSection(text, request.section);
  const { published, draft } = await listKept(dependencies.database, set);
  const answerStyle = request.answer_style ?? set.answer_style;
  const known = [...(draft?.questions ?? []), ...published].map(itemOf);
  const avoided = listAvoided(request.avoid, answerStyle, known);
  const { questions, shortfall } = await composeQuestions(
    { ...text, courseTerms },
    {
      count: Math.min(MOST_QUESTIONS, avoided.length + SPARE_QUESTIONS),
      answerStyle,
      ...(request.taxonomy_level === undefined ? {} : { taxonomyLevels: [request.taxonomy_level] }),
      ...(section === undefined ? {} : { sections: [section.section] }),
      seed: seedOfJob(jobId),
      embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
      judgeItems: (...asked) => dependencies.itemJudge.judge(...asked),
      signal,
    },
  );
  const another = questions.find(
    (question) => isAbout(question, section) && asksSomethingElse(question, avoided),
  );
  if (another === undefined) {
    const reason = questions.length === 0 ? shortfall?.reason : undefined;
    return { question: null, reason: reason ?? explainNone(request) };
  }
  const kept = keepComposed({ ...another, evidence: timeEvidence(another.evidence) }, 'composer');
  const [question = null] = assessQuestions([kept], prepareMaterial({ text, timeEvidence }));
  return { question, reason: null };
}

function chooseSection(text: LessonText, number: number | undefined): LessonSection | undefined {
  if (number === undefined) return undefined;
  const section = listSections(text.passages)[number];
  if (section === undefined) {
    throw invalidField('section', 'The lesson has no such section. Reload the coverage map.');
  }
  return section;
}

/** The stems alone say little of the fact that is asked for; where the question is known, its options go with it. */
function listAvoided(
  stems: readonly string[],
  type: AnswerStyle,
  known: readonly CheckedItem[],
): CheckedItem[] {
  return stems
    .filter((stem) => stem.trim() !== '')
    .map(
      (stem): CheckedItem =>
        known.find((item) => item.text.trim() === stem.trim()) ?? {
          text: stem,
          type,
          options: [],
          quote: null,
        },
    );
}

const isAbout = (question: ComposedQuestion, section: LessonSection | undefined): boolean =>
  section === undefined || section.passages.some(({ id }) => id === question.evidence.passage_id);

/** Where its key stands is no reason to turn a question away: the instructor may move it. */
const SAME_QUESTION: readonly string[] = ['duplicate_stem', 'same_fact'];

function asksSomethingElse(
  { text, type, options, evidence }: ComposedQuestion,
  avoided: readonly CheckedItem[],
): boolean {
  const flawsInSet = checkSet([...avoided, { text, type, options, quote: evidence.quote }]).at(-1) ?? [];
  return flawsInSet.every(({ code }) => !SAME_QUESTION.includes(code));
}

function explainNone({ section, taxonomy_level: level }: RegenerateQuestionRequest): string {
  const where = [
    section === undefined ? ' in this lesson' : ' in this section of the lesson',
    level === undefined ? '' : ' at this level',
  ].join('');
  return `Every sound question that was found${where} is in the quiz already. Write one by hand, or ask for another level or section.`;
}
