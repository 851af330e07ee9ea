/**
 * Has the small writer prepare drafts of lessons like a worker, and draws the quiz that an instructor would see first:
 *   npx node tools/evaluation/readers/write-drafts.ts --model <gguf> --out <dir> [--adapter <gguf>] [--count 10]
 *     [--prepare 18] <lesson.txt> …
 * A lesson's title is its first line, "# Title". For each lesson it writes `<lesson>.small.json`, a set for make-pack.ts, with
 * the evidence and the score of each question; questions come best first.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAnswerJudge } from '#server/ai/answer-judge/create-answer-judge.ts';
import { createLlamaTextGenerator } from '#server/ai/llama/llama-text-generator.ts';
import { createMiniLmTextEmbedder } from '#server/ai/minilm/minilm-text-embedder.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { SMALL_WRITER } from '#server/ai/small-writer/small-writer.ts';
import { readConfig } from '#server/config.ts';
import { selectQuestions } from '#server/features/quizzes/writer/select-questions.ts';
import { writeCandidates } from '#server/features/quizzes/writer/write-candidates.ts';
import type { WrittenCandidate } from '#server/features/quizzes/writer/written-candidate.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';
import { readPlainText } from '../read-lessons.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    adapter: { type: 'string', default: SMALL_WRITER.adapterPath },
    out: { type: 'string' },
    count: { type: 'string', default: '10' },
    prepare: { type: 'string', default: '18' },
  },
});
const { model: modelPath, out } = values;
if (modelPath === undefined || out === undefined || positionals.length === 0)
  throw new Error('Usage: write-drafts.ts --model <gguf> --out <dir> <lesson.txt> …');

const files = modelPaths(readConfig().modelsDirectory).miniLm;
const embedder = createMiniLmTextEmbedder({ files });
const judge = createAnswerJudge(files);
const llama = createLlamaTextGenerator({
  name: 'local:small',
  modelPath,
  timeoutSeconds: 600,
  usesGpu: false,
  writerAdapterPath: values.adapter,
  findProblem: () => Promise.resolve(undefined),
});
await mkdir(out, { recursive: true });
try {
  for (const path of positionals) await writeOne(path, out);
} finally {
  await Promise.all([llama.close(), embedder.close(), judge.close()]);
}

async function writeOne(path: string, directory: string): Promise<void> {
  const name = basename(path, '.txt');
  const source = await readFile(path, 'utf8');
  const lesson = readPlainText(source, /^# (.+)$/mu.exec(source)?.[1] ?? name);
  const sections = sectionOfPassages(listSections(lesson.passages));
  const candidates: (WrittenCandidate & { section: number })[] = [];
  const started = performance.now();
  const report = await writeCandidates(lesson, {
    count: Number(values.prepare),
    answerStyle: 'multiple_choice',
    avoid: [],
    seed: 1,
    generator: llama,
    embed: (texts, signal) => embedder.embed(texts, signal),
    judge: (...asked) => judge.judge(...asked),
    onCandidate: (candidate) => {
      const section = sections.get(candidate.question.evidence.passage_id) ?? 0;
      candidates.push({ ...candidate, section });
      return Promise.resolve();
    },
  });
  const seconds = (performance.now() - started) / 1000;
  const drawn = selectQuestions(candidates, {
    count: Number(values.count),
    answerStyle: 'multiple_choice',
    seed: 1,
  });
  const questions = drawn
    .toSorted((one, other) => other.score - one.score)
    .map(({ question, score }) => ({
      stem: question.text,
      options: question.options,
      level: question.blooms_taxonomy,
      evidence: question.evidence.quote,
      score,
    }));
  const set = { lesson: name, writer: 'small', requested: Number(values.count), questions };
  await writeFile(join(directory, `${name}.small.json`), `${JSON.stringify(set, null, 2)}\n`);
  const pace = candidates.length === 0 ? '–' : (seconds / candidates.length).toFixed(1);
  console.log(
    `${name}: ${candidates.length} drafts in ${seconds.toFixed(0)} s (${pace} s each), ${questions.length} drawn; ${report.note?.code ?? 'no note'}`,
  );
}
