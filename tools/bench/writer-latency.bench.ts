/**
 * Latency of the API while a local language model prepares the questions of a lesson, against the same API with nothing else to do.
 * Arguments: path of a GGUF file, seconds (60).
 */
import { fileURLToPath } from 'node:url';
import { questionBank, type QuestionBankState } from '#contract/question-bank.ts';
import { registerClient } from '#e2e/api-client.ts';
import { until } from '#e2e/lectern-process.ts';
import { withLectern } from './lectern.ts';
import { percentile, printResult } from './result.ts';
import { timeFor } from './time-calls.ts';

const GOAL_RATIO = 2;
const COURSES = 50;
const IDLE_SECONDS = 15;
const [model, seconds = '60'] = process.argv.slice(2);
if (model === undefined) {
  console.log('NOT MEASURED: the API beside a local model. Give the path of a GGUF file.');
} else {
  await withLectern(
    async (lectern) => {
      const client = await registerClient(lectern.origin);
      const { id: course } = await client.createCourse('The one with the lesson');
      for (let made = 1; made < COURSES; made += 1) await client.createCourse(`Course ${made}`);
      await timeFor(client, IDLE_SECONDS);
      const idle = percentile(await timeFor(client, IDLE_SECONDS), 0.95);
      const text = fileURLToPath(new URL('../evaluation/lessons/immunology.txt', import.meta.url));
      const { url: file, docsource_id } = await client.uploadDocument(text);
      const lesson = await client.createLesson({ title: 'Immunology', file, docsource_id, course });
      const readBank = async (): Promise<QuestionBankState> =>
        (await client.call(questionBank, `/api/lessons/${lesson.id}/question-bank/`)).bank;
      await until('the model writes', async () => (await readBank()).status === 'preparing', 60_000);
      const during = await timeFor(client, Number(seconds));
      const bank = await readBank();
      const busy = percentile(during, 0.95);
      printResult({
        name: `API p95 while a local model prepares questions (${bank.status}, ${bank.ready_count} ready, ${during.length} calls)`,
        value: `${busy.toFixed(1)} ms (median ${percentile(during, 0.5).toFixed(1)})`,
        peer: `idle ${idle.toFixed(1)} ms`,
        ratio: busy / idle,
        goal: `at most ${GOAL_RATIO}`,
        met: busy / idle <= GOAL_RATIO,
      });
    },
    { LANGUAGE_MODEL_PROVIDER: 'local', LANGUAGE_MODEL: model },
  );
}
