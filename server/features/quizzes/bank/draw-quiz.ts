import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { ModelUse } from '#contract/model-use.ts';
import type { GenerateQuestionsRequest, QuestionSetWriter } from '#contract/quizzes.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { holdLesson, insertQuestions, insertQuestionSet } from '../question-set.store.ts';
import { selectQuestions, type Selectable, type SelectionRequest } from '../writer/select-questions.ts';
import { findUses, usesOf, type BankOwner } from './read-bank.ts';
import { listCandidates, type CandidateRow } from './candidate.store.ts';
import { explainFew } from '../writer/explain-few.ts';

export interface DrawnQuestion extends Selectable {
  readonly writtenBy: CandidateRow['written_by'];
  readonly isDraft: boolean;
  readonly modelUse: CandidateRow['model_use'];
}

/** What each quiz that contains a question already takes from its score, so that another quiz asks something else. */
const USED_COST = 0.15;
const MOST_USES = 3;

/** The best questions of the lesson's bank that fit the request, fewer than it wants where the bank has no more. */
export async function drawQuestions(
  database: Database,
  request: GenerateQuestionsRequest,
  seed: number,
): Promise<DrawnQuestion[]> {
  const rows = await listCandidates(database, request.lesson_id, request.answer_style);
  if (rows.length === 0) return [];
  const uses = await findUses(database, request.lesson_id, rows, MOST_USES);
  const candidates = rows.map((row): DrawnQuestion => ({
    question: row.question,
    score: row.score - USED_COST * Math.min(MOST_USES, usesOf(row, uses).length),
    section: row.section,
    writtenBy: row.written_by,
    isDraft: row.is_draft,
    modelUse: row.model_use,
  }));
  return selectQuestions(candidates, describeSelection(request, seed));
}

const describeSelection = (request: GenerateQuestionsRequest, seed: number): SelectionRequest => ({
  count: request.question_count,
  answerStyle: request.answer_style,
  seed,
  ...(request.taxonomy_levels === undefined ? {} : { levels: request.taxonomy_levels }),
  ...(request.difficulty === undefined ? {} : { difficulty: request.difficulty }),
  ...(request.sections === undefined ? {} : { sections: request.sections }),
  ...(request.passage_ids === undefined ? {} : { passageIds: request.passage_ids }),
  ...(request.pages === undefined ? {} : { pages: request.pages }),
  ...(request.outcomes === undefined ? {} : { outcomes: request.outcomes }),
  ...(request.criteria === undefined ? {} : { criteria: request.criteria }),
});

/** Why a language model wrote only part of a quiz, or none of it. */
export interface WriterUse {
  readonly note: Message | null;
  /** Which part of the request the writer cannot fulfill, or why it stopped. */
  readonly limit?: Message | null;
}

/**
 * Stores drawn questions as an unsaved quiz and announces it.
 * @param jobId of the job that makes the quiz; a second quiz of one job cannot be stored
 * @throws {ProblemError} not_found when the lesson was deleted.
 */
export async function storeQuiz(
  { database, languageModels }: Pick<Dependencies, 'database' | 'languageModels'>,
  lesson: BankOwner & { readonly title: string },
  request: GenerateQuestionsRequest,
  { drawn, jobId, use }: { drawn: readonly DrawnQuestion[]; jobId: string; use: WriterUse },
): Promise<number> {
  const made = drawn.length;
  const { writerName } = languageModels.current();
  const reason =
    writerName === null ? message('questions_without_model') : (use.limit ?? explainFew(made, request));
  return inTransaction(database, async (transaction) => {
    if (!(await holdLesson(transaction, lesson.id))) throw new ProblemError('lesson_deleted');
    const id = await insertQuestionSet(transaction, {
      lesson_id: lesson.id,
      job_id: jobId,
      name: request.name ?? `Quiz: ${lesson.title}`.slice(0, 300),
      answer_style: request.answer_style,
      requested_outcomes: request.outcomes ?? [],
      shortfall:
        made < request.question_count
          ? { asked: request.question_count, made, reason: wordMessage(reason), reason_coded: reason }
          : null,
      writer: writerName === null ? null : describeWriter(writerName, drawn, use),
    });
    await insertQuestions(
      transaction,
      id,
      drawn.map(({ question, writtenBy, isDraft }) => ({
        ...question,
        written_by: writtenBy,
        is_draft: isDraft,
        lesson_id: lesson.id,
      })),
    );
    await announce(transaction, {
      kind: 'lesson',
      instructorId: lesson.instructor_id,
      event: {
        type: 'lesson',
        lesson_id: lesson.id,
        course_id: lesson.course_id,
        work: 'quiz',
        status: 'done',
        progress: 100,
        message: null,
        message_coded: null,
      },
    });
    return id;
  });
}

const NO_NOTE = { note: null, note_coded: null };

const describeNote = (note: Message | null): Pick<QuestionSetWriter, 'note' | 'note_coded'> =>
  note === null ? NO_NOTE : { note: wordMessage(note), note_coded: note };

function describeWriter(
  model: string,
  drawn: readonly DrawnQuestion[],
  { note }: WriterUse,
): QuestionSetWriter {
  const isByModel = drawn.length > 0 && drawn.every(({ writtenBy }) => writtenBy !== 'composer');
  return { model, ...sumUse(drawn), ...(isByModel ? NO_NOTE : describeNote(note)) };
}

/** The tokens of the questions, whenever they were written, and their cost, which is unknown if one lacks its price. */
function sumUse(drawn: readonly DrawnQuestion[]): ModelUse {
  const uses = drawn.flatMap(({ modelUse }) => modelUse ?? []);
  const cost = uses.reduce<number | null>(
    (sum, use) => (sum === null || use.cost === null ? null : sum + use.cost),
    uses.length === 0 ? null : 0,
  );
  return {
    input_tokens: uses.reduce((sum, use) => sum + use.input_tokens, 0),
    output_tokens: uses.reduce((sum, use) => sum + use.output_tokens, 0),
    cost,
  };
}
