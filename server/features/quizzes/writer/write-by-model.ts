import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { listOrderWords } from '#server/language-model/order-words.ts';
import { ModelSession } from '#server/language-model/model-session.ts';
import { planTasks } from './plan-tasks.ts';
import type { WritingTask } from './plan-tasks.ts';
import { listStretches } from '#server/language-model/stretches.ts';
import type { Stretch } from '#server/language-model/stretches.ts';
import type { ModelReport, WriteCandidatesRequest } from './written-candidate.ts';
import { writeChoice } from './write-choice.ts';
import { writeEssay } from './write-essay.ts';

/**
 * Has a language model write candidates, one short call each, several at a time where the service allows it. Each one is
 * handed over as soon as it has passed.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws
 */
export async function writeByModel(
  lesson: LessonText,
  request: WriteCandidatesRequest,
  generator: ObjectGenerator,
): Promise<ModelReport> {
  const tasks = planTasks(listStretches(lesson.passages, request.sections), request);
  const session = new ModelSession(request.signal);
  const known: CheckedQuestion[] = request.avoid.map((question) => ({
    ...question,
    quote: question.evidence.quote,
  }));
  const workshop = {
    generator,
    session,
    lesson: { title: lesson.title, outcomes: lesson.outcomes ?? [] },
    difficulty: request.difficulty,
    levels: new Set(request.levels ?? []),
    known,
    orderWords: listOrderWords(lesson),
    seed: request.seed,
  };
  const write = request.answerStyle === 'essay' ? writeEssay : writeChoice;
  let written = 0;
  let handedOver: Promise<void> = Promise.resolve();
  const writeOne = async (task: WritingTask): Promise<void> => {
    const candidate = await write(task, workshop);
    session.rate(candidate !== undefined);
    if (candidate === undefined || written >= request.count) return;
    written += 1;
    known.push({ ...candidate.question, quote: candidate.question.evidence.quote });
    // One at a time: the caller may number them or report progress.
    handedOver = handedOver.then(() => request.onCandidate({ ...candidate, writtenBy: 'language_model' }));
    await handedOver;
  };
  // Two questions on one stretch at the same time would not know of each other, and ask the same.
  const running = new Map<Stretch, Promise<void>>();
  try {
    for (;;) {
      const isDone = session.isOver || written >= request.count;
      const index = isDone ? -1 : tasks.findIndex(({ stretch }) => !running.has(stretch));
      const [task] = index < 0 || running.size >= (generator.concurrency ?? 1) ? [] : tasks.splice(index, 1);
      if (task !== undefined) {
        const work = writeOne(task).finally(() => running.delete(task.stretch));
        running.set(task.stretch, work);
      } else if (running.size > 0) await Promise.race(running.values());
      else break;
    }
  } finally {
    // An error of one must not leave the others running behind the caller's back.
    await Promise.allSettled(running.values());
  }
  return { written, ...session.tokens, end: session.end };
}
