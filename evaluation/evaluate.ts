/**
 * How good are the questions and summaries? Measured on lessons that nothing was tuned on (docs/evaluation.md):
 *   npm run evaluate                                    the table, for the built-in composer and a configured model
 *   npm run evaluate -- --lessons a,b --seeds 1,2       fewer lessons or seeds
 *   npm run evaluate -- --gate                          exit code 1 when the built-in composer misses a gate
 *   npm run evaluate -- --record                        also written down in docs/evaluation.md
 *   npm run evaluate -- --failures                      also prints every question that missed something
 *   npm run evaluate -- --questions immunology 10       the questions themselves, to be read aloud
 */
import { parseArgs } from 'node:util';
import { modelPaths } from '../server/ai/model-files/model-catalogue.ts';
import { createAiSdkTextGenerator } from '../server/ai/ai-sdk/ai-sdk-text-generator.ts';
import { createMiniLmTextEmbedder } from '../server/ai/minilm/minilm-text-embedder.ts';
import { readConfig } from '../server/config.ts';
import { rememberVectors } from './run/remember-vectors.ts';
import { listLessonNames, readEvaluationLesson } from './reading/read-lessons.ts';
import { tellQuestion } from './read-aloud.ts';
import { evaluateAll } from './run/evaluate-all.ts';
import { recordRun } from './report/record.ts';
import { builtInComposer, createModelWriter, type Writer } from './run/writer.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lessons: { type: 'string' },
    seeds: { type: 'string', default: '1,2,3' },
    gate: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    questions: { type: 'boolean', default: false },
    style: { type: 'string', default: 'multiple_choice' },
    'held-back': { type: 'boolean', default: false },
    'skip-hard': { type: 'boolean', default: false },
  },
});

const config = readConfig();
const embedder = createMiniLmTextEmbedder({ files: modelPaths(config.modelsDirectory).miniLm });
const embed = (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> =>
  embedder.embed(texts, signal);
const seeds = values.seeds.split(',').map(Number);

try {
  if (values.questions) await tellQuestions(positionals[0] ?? 'immunology', Number(positionals[1] ?? 10));
  else await evaluate();
} finally {
  await embedder.close();
}

async function evaluate(): Promise<void> {
  const known = await listLessonNames();
  const names = values.lessons?.split(',') ?? known;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no lesson ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  const { report, missedGates } = await evaluateAll({
    names,
    seeds,
    writers: listWriters(),
    embed,
    remembered: rememberVectors(embed),
    withHardLessons: !values['skip-hard'],
    tellFailures: values.failures,
  });
  console.log(report);
  if (values.record) await recordRun(report);
  if (values.gate && missedGates.length > 0) {
    console.error(`Gates missed: ${missedGates.join('; ')}.`);
    process.exitCode = 1;
  }
}

function listWriters(): Writer[] {
  const { languageModel } = config;
  return languageModel === undefined
    ? [builtInComposer]
    : [builtInComposer, createModelWriter(createAiSdkTextGenerator(languageModel))];
}

async function tellQuestions(name: string, count: number): Promise<void> {
  const { text, heldBack } = await readEvaluationLesson(name);
  if (heldBack && !values['held-back'])
    throw new Error(
      `${name} is held back from those who work on the composers. Add --held-back to read it all the same.`,
    );
  const writer = listWriters().at(-1) ?? builtInComposer;
  for (const seed of values.seeds === '1,2,3' ? [1] : seeds) {
    const answerStyle = values.style === 'essay' ? 'essay' : 'multiple_choice';
    const { questions, shortfall } = await writer.write(text, { count, answerStyle, seed, embed });
    console.log(`\n${text.title}, seed ${seed}\n`);
    for (const [index, question] of questions.entries())
      console.log(`${tellQuestion(question, index + 1)}\n`);
    if (shortfall) console.log(shortfall.reason);
  }
}
