import type { GenerateQuestionsRequest } from '../../../contract/quizzes.ts';
import { inTransaction } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';
import type { JobContext } from '../../jobs/job-definition.ts';
import type { LessonText } from '../../language/lesson-text.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { getLessonText } from '../lessons/get-lesson-text.ts';
import { listSiblingTexts } from '../lessons/list-sibling-texts.ts';
import { composeQuestions } from './compose/compose-questions.ts';
import type { ComposeRequest, Composition } from './compose/composed-question.ts';
import { listExplainedTerms } from './compose/list-explained-terms.ts';
import {
  findQuestionSetOfJob,
  holdLesson,
  insertQuestions,
  insertQuestionSet,
} from './question-set.store.ts';
import { seedOfJob } from './seed-of-job.ts';
import type { SuppliedComposition } from './supply/supplied-question.ts';
import { supplyQuestions } from './supply/supply-questions.ts';
import { countCost } from '../../ai/token-cost.ts';

/**
 * Writes a question set, with a language model where one is configured, and stores it unsaved. Running again for one job returns the set it made.
 * @throws {ProblemError} transcript_missing, not_found.
 */
export async function writeQuestions(
  dependencies: Pick<
    WorkerDependencies,
    'database' | 'textEmbedder' | 'itemJudge' | 'textGenerator' | 'log' | 'metrics'
  >,
  request: GenerateQuestionsRequest,
  { jobId, signal }: JobContext,
): Promise<{ question_set_id: number }> {
  const made = await findQuestionSetOfJob(dependencies.database, jobId);
  if (made !== undefined) return { question_set_id: made.id };
  const { lesson, text, timeEvidence } = await getLessonText(dependencies, request.lesson_id);
  const courseTerms = listExplainedTerms(await listSiblingTexts(dependencies, lesson));
  const composition = await composeOrSupply(
    dependencies,
    { ...text, courseTerms },
    {
      count: request.n,
      answerStyle: request.answer_style,
      ...(request.taxonomy_levels === undefined ? {} : { taxonomyLevels: request.taxonomy_levels }),
      ...(request.difficulty === undefined ? {} : { difficulty: request.difficulty }),
      ...(request.outcomes === undefined ? {} : { outcomes: request.outcomes }),
      ...(request.criteria === undefined ? {} : { criteria: request.criteria }),
      ...(request.sections === undefined ? {} : { sections: request.sections }),
      seed: seedOfJob(jobId),
      embed: (texts, abort) => dependencies.textEmbedder.embed(texts, abort),
      judgeItems: (...asked) => dependencies.itemJudge.judge(...asked),
      signal,
    },
  );
  const written = await inTransaction(dependencies.database, async (transaction) => {
    if (!(await holdLesson(transaction, lesson.id))) {
      throw new ProblemError('not_found', 'The lesson was deleted meanwhile.');
    }
    const id = await insertQuestionSet(transaction, {
      lesson_id: lesson.id,
      job_id: jobId,
      name: request.name ?? `Quiz: ${lesson.title}`.slice(0, 300),
      answer_style: request.answer_style,
      shortfall: composition.shortfall ?? null,
      writer: composition.writer ?? null,
    });
    await insertQuestions(
      transaction,
      id,
      composition.questions.map((question) => ({ ...question, evidence: timeEvidence(question.evidence) })),
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
      },
    });
    return { question_set_id: id };
  });
  dependencies.metrics.questionsMade(composition.questions.length);
  return written;
}

async function composeOrSupply(
  { textGenerator, log }: Pick<WorkerDependencies, 'textGenerator' | 'log'>,
  lesson: LessonText,
  request: ComposeRequest,
): Promise<Composition & Partial<Pick<SuppliedComposition, 'writer'>>> {
  if (textGenerator === null) return composeQuestions(lesson, request);
  const composition = await supplyQuestions(lesson, request, { generator: textGenerator });
  // What it cost, and nothing of what was said.
  const { writer } = composition;
  const tokens = { inputTokens: writer.input_tokens, outputTokens: writer.output_tokens };
  const cost = countCost(tokens, textGenerator.prices);
  log.info({ languageModel: { ...writer, cost } }, 'A language model wrote for a question set.');
  return composition;
}
