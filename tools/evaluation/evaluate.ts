/**
 * How good are the questions, the summaries, the search and the answers? Measured on lessons that nothing was tuned on
 * (docs/evaluation.md):
 *   npm run evaluate                                    every part except recognition and recordings
 *   npm run evaluate -- --parts readers,retrieval       only these; there are readers, summaries, retrieval, answers, files,
 *                                                       documents, recognition and recordings. documents needs npm run fetch:documents;
 *                                                       recordings installs faster-whisper and takes half an hour at first
 *   npm run evaluate -- --lessons a,b                   fewer lessons
 *   npm run evaluate -- --parts recordings --cases echo only the recordings whose name contains this
 *   npm run evaluate -- --gate                          exit code 1 when a goal is missed
 *   npm run evaluate -- --record                        also writes the run to docs/evaluation.md
 *   npm run evaluate -- --failures                      also lists misses
 */
import { parseArgs } from 'node:util';
import { createAiSdkTextGenerator } from '#server/ai/ai-sdk/ai-sdk-text-generator.ts';
import { createAnswerJudge } from '#server/ai/answer-judge/create-answer-judge.ts';
import { createMiniLmTextEmbedder } from '#server/ai/minilm/minilm-text-embedder.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { readConfig } from '#server/config.ts';
import { evaluateAnswers } from './answers.ts';
import { evaluateDocuments } from './documents.ts';
import { evaluateFiles } from './files.ts';
import { openLibrary } from './open-library.ts';
import { QUESTION_SETS } from './questions/read-questions.ts';
import { readRounds } from './readers/rounds.ts';
import { reportReaders } from './readers/tally.ts';
import { listLessonNames, readEvaluationLesson } from './read-lessons.ts';
import { evaluateRecognition } from './recognition.ts';
import { evaluateRecordings } from './recordings.ts';
import { recordRun } from './record.ts';
import type { Report } from './report.ts';
import { evaluateRetrieval } from './retrieval.ts';
import { evaluateSummaries } from './summaries.ts';

const DEFAULT_PARTS = ['readers', 'summaries', 'retrieval', 'answers', 'files', 'documents'];
const PARTS = new Set([...DEFAULT_PARTS, 'recognition', 'recordings']);

const { values } = parseArgs({
  options: {
    lessons: { type: 'string' },
    gate: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    cases: { type: 'string' },
    parts: { type: 'string' },
  },
});
const config = readConfig();
const { modelsDirectory, languageModel } = config;
const known = await listLessonNames();
const names = values.lessons?.split(',') ?? known;
const parts = values.parts?.split(',') ?? DEFAULT_PARTS;
// Otherwise --gate would pass without measuring anything.
for (const part of parts) if (!PARTS.has(part)) throw new Error(`There is no part ${part}.`);
for (const name of names) if (!known.includes(name)) throw new Error(`There is no lesson ${name}.`);
const reports: Report[] = [];

if (parts.includes('readers')) reports.push(reportReaders(await readRounds()));
const { miniLm } = modelPaths(modelsDirectory);
const embedder = createMiniLmTextEmbedder({ files: miniLm });
const answerJudge = createAnswerJudge(miniLm);
const embed: typeof embedder.embed = (texts, signal) => embedder.embed(texts, signal);
try {
  if (parts.includes('summaries')) {
    const models = { embed, judge: answerJudge.judge };
    const generator = languageModel && createAiSdkTextGenerator(languageModel);
    for (const writer of generator === undefined ? [undefined] : [undefined, generator])
      reports.push(await evaluateSummaries(names, models, writer, values.failures));
  }
  if (parts.includes('retrieval') || parts.includes('answers')) {
    // The library always contains all lessons, because a question is searched among all of them.
    const lessons = await Promise.all(known.map(readEvaluationLesson));
    const library = await openLibrary(lessons, config);
    try {
      if (parts.includes('retrieval')) reports.push(await evaluateRetrieval(library, lessons, names));
      if (parts.includes('answers'))
        for (const set of QUESTION_SETS) reports.push(await evaluateAnswers(library, embed, set, names));
    } finally {
      await library.close();
    }
  }
} finally {
  await Promise.all([embedder.close(), answerJudge.close()]);
}
if (parts.includes('files')) reports.push(await evaluateFiles(modelsDirectory));
if (parts.includes('documents')) reports.push(await evaluateDocuments(modelsDirectory, values.failures));
if (parts.includes('recognition')) {
  const lessons = await Promise.all(known.map(readEvaluationLesson));
  const texts = lessons.map(({ text }) => text.passages.map((passage) => passage.text).join('\n\n'));
  reports.push(await evaluateRecognition(texts, modelsDirectory));
}
if (parts.includes('recordings')) reports.push(await evaluateRecordings(modelsDirectory, values.cases));

const report = reports.map(({ text }) => text).join('\n\n');
console.log(report);
if (values.record) await recordRun(report);
const missedGates = reports.flatMap((one) => one.missedGates);
if (values.gate && missedGates.length > 0) {
  console.error(`Gates missed: ${missedGates.join('; ')}.`);
  process.exitCode = 1;
}
