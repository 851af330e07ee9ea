/**
 * How long facts and summaries over an hour of speech keep the event loop of a worker, without a model: the longest turn, in
 * processor time of its thread, so that other work on the machine does not count. Argument: words (9,000, an hour).
 */
import { splitTranscript } from '#server/documents/split-transcript.ts';
import { listFacts } from '#server/features/quizzes/writer/draft/list-facts.ts';
import { composeSummary } from '#server/features/summaries/compose/compose-summary.ts';
import { readHourOfSpeech } from '../evaluation/reading/read-hour-of-speech.ts';
import { printResult } from './result.ts';

const GOAL_MILLISECONDS = 200;

const processorMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The longest turn of the event loop while `work` runs. */
async function measureTurns(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = processorMilliseconds();
  let isOver = false;
  const look = (): void => {
    const now = processorMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}

/** Stands in for the model, which runs in a process of its own. */
const embed = (texts: readonly string[]): Promise<Float32Array[]> =>
  Promise.resolve(
    texts.map((text) => {
      const vector = new Float32Array(384);
      vector[(text.length * 31 + text.charCodeAt(0)) % 384] = 1;
      return vector;
    }),
  );

const { text: lesson } = await readHourOfSpeech();
const cues = lesson.passages.flatMap(({ text }, passage) =>
  text.split(/(?<=[.!?])\s+/u).map((sentence, index) => ({
    startSecond: passage * 30 + index,
    endSecond: passage * 30 + index + 1,
    text: sentence,
  })),
);
// What is loaded once, a dictionary for example, is not part of any later turn.
const works: Record<string, () => Promise<unknown>> = {
  'facts, the first of the process': () => listFacts(lesson, { count: 40, embed }),
  facts: () => listFacts(lesson, { count: 40, embed }),
  summary: () => composeSummary(lesson, { embed }),
  'a transcript split into passages': () => Promise.resolve(splitTranscript(cues)),
};
for (const [name, work] of Object.entries(works)) {
  const longest = await measureTurns(work);
  printResult({
    name: `longest turn of the event loop, ${name}`,
    value: `${longest.toFixed(0)} ms`,
    goal: `≤ ${GOAL_MILLISECONDS} ms`,
    met: longest <= GOAL_MILLISECONDS,
  });
}
