import type { CheckedItem } from '../../../../items/checks/checked-item.ts';
import type { ObjectGenerator, TokenCount } from '../../../ai/text-generator.ts';
import type { LessonText } from '../../../language/lesson-text.ts';
import { ModelSession } from '../../../language-model/model-session.ts';
import type { SessionEnd } from '../../../language-model/model-session.ts';
import { planTasks } from './plan-tasks.ts';
import type { WritingTask } from './plan-tasks.ts';
import { listStretches } from '../../../language-model/stretches.ts';
import type { Stretch } from '../../../language-model/stretches.ts';
import type { WriteCandidatesRequest } from './write-candidates.ts';
import { writeChoice } from './write-choice.ts';
import { writeEssay } from './write-essay.ts';

export interface ModelReport extends TokenCount {
  readonly written: number;
  readonly end: SessionEnd | null;
}

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
  const tasks = planTasks(listStretches(lesson.passages), request);
  const session = new ModelSession(request.signal);
  const known: CheckedItem[] = request.avoid.map((question) => ({
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
    seed: request.seed,
  };
  const write = request.answerStyle === 'essay' ? writeEssay : writeChoice;
  let written = 0;
  let handedOver: Promise<void> = Promise.resolve();
  const busy = new Set<Stretch>();
  const work = async (): Promise<void> => {
    for (let task = takeFree(tasks, busy); task !== undefined; task = takeFree(tasks, busy)) {
      if (session.isOver || written >= request.count) return;
      busy.add(task.stretch);
      const candidate = await write(task, workshop);
      busy.delete(task.stretch);
      session.rate(candidate !== undefined);
      if (candidate === undefined || written >= request.count) continue;
      written += 1;
      known.push({ ...candidate.question, quote: candidate.question.evidence.quote });
      // One at a time: the caller may number them or report progress.
      handedOver = handedOver.then(() => request.onCandidate({ ...candidate, writtenBy: 'language_model' }));
      await handedOver;
    }
  };
  await Promise.all(Array.from({ length: generator.concurrency ?? 1 }, work));
  return { written, ...session.tokens, end: session.end };
}

/** Two questions on one stretch at the same time would not know of each other, and ask the same. */
function takeFree(tasks: WritingTask[], busy: ReadonlySet<Stretch>): WritingTask | undefined {
  const index = tasks.findIndex(({ stretch }) => !busy.has(stretch));
  return index < 0 ? undefined : tasks.splice(index, 1)[0];
}
