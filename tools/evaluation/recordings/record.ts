/**
 * Lets an expert, outside this program, answer the product's own prompts as a strong language model would:
 *   node tools/evaluation/recordings/record.ts questions <lesson> <folder> [count]   writes candidates for the lesson's bank
 *   node tools/evaluation/recordings/record.ts readings <lesson> <folder>            judges expert and flawed questions
 *   node tools/evaluation/recordings/record.ts summary <lesson> <folder>             writes the medium summary
 * A lesson is one of those next to this file or, except for readings, the path of a TXT or PDF file.
 * Each request appears as <folder>/<id>.request.json; whoever answers puts the JSON object next to it as <id>.answer.json.
 * A request with an answer is not asked again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, setGlobalDispatcher } from 'undici';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { createAiSdkTextGenerator } from '#server/ai/ai-sdk/ai-sdk-text-generator.ts';
import { startModelServer, type ModelCall } from '#server/ai/testing/language-model-server.ts';
import { writeCandidates } from '#server/features/quizzes/writer/write-candidates.ts';
import type { WrittenCandidate } from '#server/features/quizzes/writer/written-candidate.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { summarizeByModel } from '#server/features/summaries/writer/summarize-by-model.ts';
import { judgeExpertQuestions } from './judge-expert-questions.ts';
import { readExpertLesson, readLessonFile } from './read-expert-lesson.ts';

const REQUESTS_AT_ONCE = 5;
/** Marks of the fence differ in every request, and mean the same. */
const FENCE_TOKEN = /(?<=MATERIAL )[\da-f]{16}(?=>>>)/gu;

const [kind, source = '', folder = '', count = '20'] = process.argv.slice(2);
if ((kind !== 'questions' && kind !== 'readings' && kind !== 'summary') || source === '' || folder === '')
  throw new Error('Usage: record.ts questions|readings|summary <lesson> <folder> [count]');

// An expert may take longer than the five minutes after which fetch gives up.
setGlobalDispatcher(new Agent({ headersTimeout: 0, bodyTimeout: 0 }));
const isFile = extname(source) !== '';
const name = basename(source, extname(source));
const readText = async (): Promise<LessonText> =>
  isFile ? readLessonFile(source) : (await readExpertLesson(source)).text;
await mkdir(folder, { recursive: true });

const readMessages = ({ body }: ModelCall): string[] =>
  (body['messages'] as { content: string | { text: string }[] }[]).map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
  );

async function waitForAnswer(messages: readonly string[]): Promise<string> {
  const said = messages.map((message) => message.replaceAll(FENCE_TOKEN, 'X'));
  const id = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16);
  const [system = '', prompt = ''] = messages;
  await writeFile(join(folder, `${id}.request.json`), JSON.stringify({ id, system, prompt }, null, 1));
  for (;;) {
    try {
      return JSON.stringify(JSON.parse(await readFile(join(folder, `${id}.answer.json`), 'utf8')));
    } catch {
      // Not there yet, or only half written.
      await pause(500);
    }
  }
}

const server = await startModelServer(async (call) => ({ text: await waitForAnswer(readMessages(call)) }));
const generator = {
  ...createAiSdkTextGenerator({
    provider: 'openai-compatible',
    baseUrl: `${server.origin}/v1`,
    model: 'expert',
    apiKey: undefined,
    apiVersion: undefined,
    timeoutSeconds: 600,
    prices: undefined,
  }),
  concurrency: REQUESTS_AT_ONCE,
};

if (kind === 'questions') {
  const candidates: WrittenCandidate[] = [];
  const report = await writeCandidates(await readText(), {
    count: Number(count),
    answerStyle: 'multiple_choice',
    avoid: [],
    seed: 1,
    generator,
    onCandidate: async (candidate) => {
      candidates.push(candidate);
      process.stdout.write(`${name}: ${candidates.length} of ${count}\n`);
      await writeFile(join(folder, `${name}.candidates.json`), JSON.stringify(candidates, null, 1));
    },
  });
  process.stdout.write(
    `${name}: ${report.written} candidates in ${server.calls.length} calls. ${report.note === null ? '' : wordMessage(report.note)}\n`,
  );
} else if (kind === 'readings') {
  const judged = await judgeExpertQuestions(await readExpertLesson(source), generator);
  for (const [fault, group] of Map.groupBy(judged, (one) => one.fault ?? 'good')) {
    const refused = group.filter(({ isRefused }) => isRefused).length;
    const warned = group.filter(({ warnings }) => warnings.length > 0).length;
    const levels = group.filter(({ levelRead, levelWritten }) => levelRead === levelWritten).length;
    process.stdout.write(
      `${name}, ${fault}: of ${group.length} questions ${refused} refused, ${warned} warned about, ${levels} of the level written\n`,
    );
  }
} else {
  const { points, note } = await summarizeByModel(await readText(), { length: 'medium' }, generator);
  process.stdout.write(`${name}: ${points.length} points. ${note === null ? '' : wordMessage(note)}\n`);
}
server.close();
