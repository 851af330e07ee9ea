/**
 * Has an expert, outside this program, answer the product's own prompts as a strong language model would:
 *   node quality/evaluation/recordings/record.ts questions <lesson> <folder> [count]   writes candidates for the lesson's bank
 *   node quality/evaluation/recordings/record.ts readings <lesson> <folder>            judges expert and flawed questions
 *   node quality/evaluation/recordings/record.ts summary <lesson> <folder>             writes the medium summary
 * Each request appears as <folder>/<id>.request.json; whoever answers puts the JSON object beside it as <id>.answer.json.
 * What was recorded before is not asked again. See README.md beside this file.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, setGlobalDispatcher } from 'undici';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { writeCandidates } from '#server/features/quizzes/writer/write-candidates.ts';
import type { WrittenCandidate } from '#server/features/quizzes/writer/written-candidate.ts';
import { summarizeByModel } from '#server/features/summaries/writer/summarize-by-model.ts';
import { judgeExpertQuestions } from './judge-expert-questions.ts';
import { answersPath, readExpertLesson, readRecording } from './read-expert-lesson.ts';
import { startRecordedService, type OpenRequest } from './recorded-service.ts';

const [kind, name = '', folder = '', count = '20'] = process.argv.slice(2);
if ((kind !== 'questions' && kind !== 'readings' && kind !== 'summary') || name === '' || folder === '')
  throw new Error('Usage: record.ts questions|readings|summary <lesson> <folder> [count]');

// An expert may take longer than the five minutes after which fetch gives up.
setGlobalDispatcher(new Agent({ headersTimeout: 0, bodyTimeout: 0 }));
const lesson = await readExpertLesson(name);
const recording = await readRecording(kind, name);
await mkdir(folder, { recursive: true });

/** One write after the other: five expert answers may arrive at once. */
let written: Promise<void> = Promise.resolve();

async function waitForAnswer(request: OpenRequest): Promise<unknown> {
  await writeFile(join(folder, `${request.id}.request.json`), JSON.stringify(request, null, 1));
  for (;;) {
    await pause(500);
    try {
      const answer: unknown = JSON.parse(await readFile(join(folder, `${request.id}.answer.json`), 'utf8'));
      recording[request.id] = answer;
      written = written.then(() => {
        const sorted = Object.fromEntries(Object.entries(recording).toSorted());
        return writeFile(answersPath(kind as 'questions', name), `${JSON.stringify(sorted, null, 1)}\n`);
      });
      await written;
      return answer;
    } catch {
      // Not there yet, or only half written.
    }
  }
}

const { generator, server } = await startRecordedService(recording, waitForAnswer, 5);
const candidates: WrittenCandidate[] = [];
if (kind === 'questions') {
  const report = await writeCandidates(lesson.text, {
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
    `${name}: ${report.written} candidates. ${report.note === null ? '' : wordMessage(report.note)}\n`,
  );
} else if (kind === 'readings') {
  const judged = await judgeExpertQuestions(lesson, generator);
  process.stdout.write(`${name}: ${judged.length} questions judged.\n`);
} else {
  const { points, note } = await summarizeByModel(lesson.text, { length: 'medium' }, generator);
  process.stdout.write(`${name}: ${points.length} points. ${note === null ? '' : wordMessage(note)}\n`);
}
server.close();
