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
import { writeChoices } from './write-choice.ts';
import { writeEssays } from './write-essay.ts';
import type { TaskResult } from './write-with-repair.ts';

/** Questions written in one call, and judged in another. The model then reads shared material only once. */
const CHOICES_PER_CALL = 2;

/**
 * Writes candidates with a language model in short calls, several at a time if the service allows it. Hands over each one as soon
 * as it has passed.
 * @throws the reason of `request.signal` when that is aborted; what `request.onCandidate` throws
 */
export async function writeByModel(
  lesson: LessonText,
  request: WriteCandidatesRequest,
  generator: ObjectGenerator,
): Promise<ModelReport> {
  let tasks = planTasks(listStretches(lesson.passages, request.sections), request);
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
    tried: new Map<Stretch, string[]>(),
    orderWords: listOrderWords(lesson),
    seed: request.seed,
  };
  const isEssay = request.answerStyle === 'essay';
  const write = isEssay ? writeEssays : writeChoices;
  const { concurrency = 1 } = generator;
  // A model that answers one request at a time may be slow and have a context of 4,096 tokens.
  const mostPerCall = isEssay || concurrency === 1 ? 1 : CHOICES_PER_CALL;
  let written = 0;
  let inWork = 0;
  let handedOver: Promise<void> = Promise.resolve();
  const take = async (task: WritingTask, result: TaskResult): Promise<void> => {
    if (result === 'unfit') {
      tasks = tasks.filter(({ stretch }) => stretch !== task.stretch);
      return;
    }
    session.rate(result !== undefined);
    if (result === undefined) return;
    written += 1;
    known.push({ ...result.question, quote: result.question.evidence.quote });
    // One at a time: the caller may number them or report progress.
    handedOver = handedOver.then(() => request.onCandidate({ ...result, writtenBy: 'language_model' }));
    await handedOver;
  };
  const writeSome = async (batch: readonly WritingTask[]): Promise<void> => {
    const open = [...batch];
    inWork += batch.length;
    try {
      const results = await write(batch, workshop);
      for (const [index, task] of batch.entries()) {
        open.pop();
        inWork -= 1;
        await take(task, results[index]);
      }
    } finally {
      inWork -= open.length;
    }
  };
  // Simultaneous calls on one stretch would not know of each other and might ask the same.
  const running = new Map<Promise<void>, ReadonlySet<Stretch>>();
  try {
    for (;;) {
      const most =
        session.isOver || running.size >= concurrency
          ? 0
          : Math.max(0, Math.min(mostPerCall, request.count - written - inWork));
      const busy = new Set([...running.values()].flatMap((stretches) => [...stretches]));
      const batch = tasks.filter(({ stretch }) => !busy.has(stretch)).slice(0, most);
      tasks = tasks.filter((task) => !batch.includes(task));
      if (batch.length > 0) {
        const work: Promise<void> = writeSome(batch).finally(() => running.delete(work));
        running.set(work, new Set(batch.map(({ stretch }) => stretch)));
      } else if (running.size > 0) await Promise.race(running.keys());
      else break;
    }
  } finally {
    // An error of one must not leave the others running behind the caller's back.
    await Promise.allSettled(running.keys());
  }
  return { written, ...session.tokens, end: session.end, explanation: session.explanation };
}
