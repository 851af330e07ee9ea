import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { listOrderWords } from '#server/ai/language-model/order-words.ts';
import { ModelSession } from '#server/ai/language-model/model-session.ts';
import { describeStored } from './describe-asked.ts';
import { LevelPlan, planStretches } from './plan-tasks.ts';
import type { WritingTask } from './plan-tasks.ts';
import { listStretches } from '#server/ai/language-model/stretches.ts';
import type { Stretch } from '#server/ai/language-model/stretches.ts';
import type { ModelReport, WriteCandidatesRequest } from './written-candidate.ts';
import { writeChoices, type KnownQuestion } from './write-choice.ts';
import { writeEssays } from './write-essay.ts';
import type { JudgedQuestion, TaskResult } from './write-with-repair.ts';
import type { WrittenQuestion } from './written-question.ts';

/** Questions written in one call, and judged in another. The model then reads shared material only once. */
const CHOICES_PER_CALL = 2;
/** Slight questions up to this share of those requested are held back while others are written, */
const SLIGHT_SHARE = 0.2;
/**
 * as long as the run stays within this many calls per question, if each remaining question takes the expected number. Up to this many,
 * a run that has too few questions asks about each stretch again.
 */
const MOST_CALLS = 2.2;
const EXPECTED_CALLS = 1.5;

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
  const isOfStyle = ({ type }: WrittenQuestion): boolean => type === request.answerStyle;
  const present = request.avoid.filter(isOfStyle);
  const levelPlan = new LevelPlan({
    ...request,
    present: present.map(({ blooms_taxonomy: level }) => level),
  });
  let stretches = levelPlan.isEmpty
    ? []
    : planStretches(
        listStretches(lesson.passages, request.sections),
        ({ passages }) =>
          present.filter(({ evidence }) => passages.some(({ id }) => id === evidence.passage_id)).length,
      );
  let fitStretches = [...new Set(stretches)];
  const session = new ModelSession(request.signal);
  const known: KnownQuestion[] = request.avoid.map((question) => toKnown(question, describeStored(question)));
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
  const slight: JudgedQuestion[] = [];
  let written = 0;
  let inWork = 0;
  let handedOver: Promise<void> = Promise.resolve();
  const mayWriteMore = (): boolean =>
    mostPerCall > 1 &&
    slight.length < SLIGHT_SHARE * request.count &&
    session.calls + EXPECTED_CALLS * (request.count - written - inWork) <= MOST_CALLS * request.count;
  const handOver = async ({ question, score }: JudgedQuestion): Promise<void> => {
    written += 1;
    // One at a time: the caller may number them or report progress.
    handedOver = handedOver.then(() => request.onCandidate({ question, score, writtenBy: 'language_model' }));
    await handedOver;
  };
  const take = async ({ stretch }: WritingTask, result: TaskResult): Promise<void> => {
    if (result === 'unfit') {
      stretches = stretches.filter((other) => other !== stretch);
      fitStretches = fitStretches.filter((other) => other !== stretch);
      return;
    }
    session.rate(result !== undefined);
    if (result === undefined) return;
    known.push(toKnown(result.question, result.asked));
    if (result.isSlight && mayWriteMore()) slight.push(result);
    else await handOver(result);
  };
  const writeSome = async (batch: readonly Stretch[]): Promise<void> => {
    const open = [...batch];
    inWork += batch.length;
    const offered = levelPlan.offer(batch.length);
    const tasks = batch.map((stretch): WritingTask => ({ stretch, levels: offered.levels }));
    let results: TaskResult[] = [];
    try {
      results = await write(tasks, workshop);
      for (const [index, task] of tasks.entries()) {
        open.pop();
        inWork -= 1;
        await take(task, results[index]);
      }
    } finally {
      inWork -= open.length;
      levelPlan.settle(
        offered,
        results.flatMap((result) =>
          result === undefined || result === 'unfit' ? [] : [result.question.blooms_taxonomy],
        ),
      );
    }
  };
  let knownBefore = known.length;
  /** Whether too few questions came of the stretches, but some since they were last taken up. */
  const mayAskAgain = (): boolean =>
    known.length > knownBefore &&
    written + slight.length < request.count &&
    session.calls < MOST_CALLS * request.count;
  // Simultaneous calls on one stretch would not know of each other and might ask the same.
  const running = new Map<Promise<void>, ReadonlySet<Stretch>>();
  try {
    for (;;) {
      const most =
        session.isOver || running.size >= concurrency
          ? 0
          : Math.max(0, Math.min(mostPerCall, request.count - written - inWork));
      const busy = new Set([...running.values()].flatMap((inWorkOn) => [...inWorkOn]));
      const batch = takeFree(stretches, busy, most);
      if (batch.length > 0) {
        const work: Promise<void> = writeSome(batch).finally(() => running.delete(work));
        running.set(work, new Set(batch));
      } else if (running.size > 0) await Promise.race(running.keys());
      else if (most > 0 && mayAskAgain()) {
        knownBefore = known.length;
        stretches = [...fitStretches];
      } else break;
    }
  } finally {
    // An error of one must not leave the others running behind the caller's back.
    await Promise.allSettled(running.keys());
    // After an abort too: they are written and judged.
    for (const question of slight.toSorted((one, other) => other.score - one.score))
      if (written < request.count) await handOver(question);
  }
  return { written, ...session.tokens, end: session.end, explanation: session.explanation };
}

const toKnown = (question: WrittenQuestion, asked: string): KnownQuestion => ({
  ...question,
  quote: question.evidence.quote,
  asked,
});

/** Takes the first stretches that are not busy out of the list. */
function takeFree(stretches: Stretch[], busy: ReadonlySet<Stretch>, most: number): Stretch[] {
  const taken: Stretch[] = [];
  while (taken.length < most) {
    const place = stretches.findIndex((stretch) => !busy.has(stretch));
    if (place < 0) break;
    taken.push(...stretches.splice(place, 1));
  }
  return taken;
}
