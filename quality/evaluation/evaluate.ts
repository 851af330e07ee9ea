/**
 * How good are the questions, the summaries and the search? Measured on lessons that nothing was tuned on (docs/evaluation.md):
 *   npm run evaluate                                    the table, without a language model and for a configured one
 *   npm run evaluate -- --lessons a,b                   fewer lessons
 *   npm run evaluate -- --parts retrieval               only this part; there are: readers, summaries, retrieval,
 *                                                       answers, documents, recognition, recordings.
 *                                                       readers needs no lessons: it reads stored verdicts. documents
 *                                                       needs npm run fetch:documents; recognition makes its own pages;
 *                                                       recordings installs faster-whisper, and takes half an hour at
 *                                                       first and five minutes then
 *   npm run evaluate -- --parts recordings --cases echo only the recordings whose name contains this
 *   npm run evaluate -- --gate                          exit code 1 when something but a model misses a gate, or a
 *                                                       writer the goal of the latest round of readers
 *   npm run evaluate -- --record                        also written down in docs/evaluation.md
 *   npm run evaluate -- --failures                      also prints every summary point that missed something
 *   npm run evaluate -- --answers immunology 10         answers to questions about a lesson, to be read aloud
 *   npm run evaluate -- --fit-support                   weights by which answers are refused, fitted on the tuning lessons
 */
import { parseArgs } from 'node:util';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { createAnswerJudge } from '#server/ai/answer-judge/create-answer-judge.ts';
import { createAiSdkTextGenerator } from '#server/ai/ai-sdk/ai-sdk-text-generator.ts';
import { createMiniLmTextEmbedder } from '#server/ai/minilm/minilm-text-embedder.ts';
import { readConfig } from '#server/config.ts';
import { rememberVectors } from './run/remember-vectors.ts';
import { QUESTION_SETS, readQuestions, type QuestionSet } from './questions/read-questions.ts';
import type { EvaluationLesson } from './reading/evaluation-lesson.ts';
import { listLessonNames, readEvaluationLesson } from './reading/read-lessons.ts';
import { tellAnswer } from './read-aloud.ts';
import { readRounds } from './readers/verdict-store.ts';
import { recordRun } from './report/record.ts';
import { storeDocumentFigures } from './report/store-document-figures.ts';
import { reportRecognition } from './report/report-recognition.ts';
import { reportRecordings } from './report/report-recordings.ts';
import { reportReaders } from './report/report-readers.ts';
import { tellAnswers } from './report/tell-answers.ts';
import { tellDocuments } from './report/tell-documents.ts';
import { tellRetrieval, type RetrievalReport } from './report/tell-retrieval.ts';
import { evaluateAnswers, type AnswerOutcome } from './run/evaluate-answers.ts';
import { evaluateDocuments } from './run/evaluate-documents.ts';
import { evaluateRecognition } from './run/evaluate-recognition.ts';
import { evaluateRecordings } from './run/evaluate-recordings.ts';
import { evaluateRetrieval } from './run/evaluate-retrieval.ts';
import { evaluateSummaries } from './run/evaluate-summaries.ts';
import { openLibrary } from './run/open-library.ts';
import { fitSupport } from './tuning/fit-support.ts';
import { readJudgeLessons } from './tuning/read-judge-lessons.ts';
import { readTuningLessons, readTuningQuestions } from './tuning/read-tuning.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lessons: { type: 'string' },
    gate: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
    'fit-support': { type: 'boolean', default: false },
    cases: { type: 'string' },
    parts: { type: 'string', default: 'readers,summaries,retrieval,answers,documents' },
  },
});

const config = readConfig();
const embedder = createMiniLmTextEmbedder({ files: modelPaths(config.modelsDirectory).miniLm });
const answerJudge = createAnswerJudge(modelPaths(config.modelsDirectory).miniLm);
const embed = (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> =>
  embedder.embed(texts, signal);

try {
  if (values.answers) await tellAnswersAloud(positionals[0] ?? 'immunology', Number(positionals[1] ?? 10));
  else if (values['fit-support']) await tellSupportWeights();
  else await evaluate();
} finally {
  await Promise.all([embedder.close(), answerJudge.close()]);
}

async function evaluate(): Promise<void> {
  const known = await listLessonNames();
  const names = values.lessons?.split(',') ?? known;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no lesson ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  const parts = values.parts.split(',');
  const reports: string[] = [];
  const missedGates: string[] = [];
  if (parts.includes('readers')) {
    const rounds = await readRounds();
    const verdicts = reportReaders(rounds.map(({ round }) => round));
    reports.push(verdicts.text);
    missedGates.push(...verdicts.missedGates);
  }
  if (parts.includes('summaries')) {
    const { languageModel } = config;
    const generators = [
      null,
      ...(languageModel === undefined ? [] : [createAiSdkTextGenerator(languageModel)]),
    ];
    for (const generator of generators) {
      const made = await evaluateSummaries({
        names,
        generator,
        embed: rememberVectors(embed),
        judge: answerJudge.judge,
        tellFailures: values.failures,
      });
      reports.push(made.report);
      missedGates.push(...made.missedGates);
    }
  }
  if (parts.includes('retrieval')) {
    const told = await retrieve(names);
    reports.push(told.text);
    missedGates.push(...told.missedGates);
  }
  if (parts.includes('answers')) {
    for (const [set, outcomes] of await answer(names, QUESTION_SETS)) {
      const told = tellAnswers(outcomes, set);
      reports.push(told.text);
      missedGates.push(...told.missedGates);
    }
  }
  if (parts.includes('documents')) {
    const evaluation = await evaluateDocuments(config.modelsDirectory, ({ id }) =>
      console.error(`Reading ${id} …`),
    );
    const told = tellDocuments(evaluation, values.failures);
    reports.push(told.text);
    missedGates.push(...told.missedGates);
    if (evaluation.outcomes.length > 0)
      console.error(`Figures stored in ${await storeDocumentFigures(evaluation)}.`);
  }
  if (parts.includes('recognition')) {
    const texts = (await Promise.all(known.map((name) => readEvaluationLesson(name)))).map(({ text }) =>
      text.passages.map((passage) => passage.text).join('\n\n'),
    );
    const told = reportRecognition(await evaluateRecognition(texts, config.modelsDirectory));
    reports.push(told.text);
    missedGates.push(...told.missedGates);
  }
  if (parts.includes('recordings')) {
    const told = reportRecordings(await evaluateRecordings(config.modelsDirectory, values.cases));
    reports.push(told.text);
    missedGates.push(...told.missedGates);
  }
  const report = reports.join('\n\n');
  console.log(report);
  if (values.record) await recordRun(report);
  if (values.gate && missedGates.length > 0) {
    console.error(`Gates missed: ${missedGates.join('; ')}.`);
    process.exitCode = 1;
  }
}

/** All lessons are kept whichever are asked about: a question is found among them. */
async function retrieve(names: readonly string[]): Promise<RetrievalReport> {
  const lessons: EvaluationLesson[] = [];
  for (const name of await listLessonNames()) lessons.push(await readEvaluationLesson(name));
  const { answerable } = await readQuestions();
  const questions = answerable.filter(({ lesson }) => names.includes(lesson));
  const library = await openLibrary(lessons, config);
  try {
    return tellRetrieval({
      all: await evaluateRetrieval(library, lessons, questions, 'all'),
      lesson: await evaluateRetrieval(library, lessons, questions, 'lesson'),
    });
  } finally {
    await library.close();
  }
}

/** Questions without an answer are asked whichever lessons are. */
async function answer(
  names: readonly string[],
  sets: readonly QuestionSet[],
): Promise<Map<QuestionSet, AnswerOutcome[]>> {
  const lessons: EvaluationLesson[] = [];
  for (const name of await listLessonNames()) lessons.push(await readEvaluationLesson(name));
  const library = await openLibrary(lessons, config);
  try {
    const outcomes = new Map<QuestionSet, AnswerOutcome[]>();
    for (const set of sets) {
      const { answerable, unanswerable } = await readQuestions(set);
      const asked = answerable.filter(({ lesson }) => names.includes(lesson));
      outcomes.set(set, await evaluateAnswers(library, { answerable: asked, unanswerable }, embed));
    }
    return outcomes;
  } finally {
    await library.close();
  }
}

async function tellAnswersAloud(name: string, count: number): Promise<void> {
  const { heldBack } = await readEvaluationLesson(name);
  if (heldBack) throw new Error(`${name} is held back from those who work on the composers.`);
  // The second set is for totals alone.
  const outcomes = (await answer([name], ['first'])).get('first') ?? [];
  const shown = outcomes.filter(({ lesson }) => lesson === name).slice(0, count);
  for (const [index, outcome] of shown.entries()) console.log(`${tellAnswer(outcome, index + 1)}\n`);
}

async function tellSupportWeights(): Promise<void> {
  const [lessons, questions, ofJudge] = await Promise.all([
    readTuningLessons(),
    readTuningQuestions(),
    readJudgeLessons(),
  ]);
  const library = await openLibrary([...lessons, ...ofJudge.lessons], config);
  try {
    const { constants, figures } = await fitSupport(
      library,
      {
        answerable: [...questions.answerable, ...ofJudge.questions.answerable],
        unanswerable: [...questions.unanswerable, ...ofJudge.questions.unanswerable],
      },
      rememberVectors(embed),
    );
    console.log(`${constants}\n\n${figures}`);
  } finally {
    await library.close();
  }
}
