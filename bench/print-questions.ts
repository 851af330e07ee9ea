/**
 * Prints what the built-in composer writes, to be read as an instructor would:
 * node bench/print-questions.ts [--lessons a,b] [--file lesson.txt] [--seeds 1,2] [--count 10] [--style essay]
 *   [--levels apply,analyze] [--difficulty hard] [--summary] [--models models]
 * While the models are not there, words are compared instead of meanings.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMiniLmTextEmbedder } from '../server/ai/minilm/minilm-text-embedder.ts';
import { modelPaths } from '../server/ai/model-files/model-catalogue.ts';
import { composeQuestions } from '../server/features/quizzes/compose/compose-questions.ts';
import type {
  BloomLevel,
  ComposedQuestion,
  ComposeRequest,
} from '../server/features/quizzes/compose/composed-question.ts';
import { composeSummary } from '../server/features/summaries/compose/compose-summary.ts';
import type { LessonText } from '../server/language/lesson-text.ts';
import { LESSON_NAMES, lessonOf, readLesson } from '../server/language/testing/read-lesson.ts';

const { values } = parseArgs({
  options: {
    lessons: { type: 'string', default: LESSON_NAMES.join(',') },
    file: { type: 'string' },
    seeds: { type: 'string', default: '1,2' },
    count: { type: 'string', default: '10' },
    style: { type: 'string', default: 'multiple_choice' },
    levels: { type: 'string', default: '' },
    difficulty: { type: 'string', default: 'mixed' },
    summary: { type: 'boolean', default: false },
    models: { type: 'string', default: 'models' },
  },
});
const embedder = createMiniLmTextEmbedder({ files: modelPaths(values.models).miniLm });

function print(question: ComposedQuestion, number: number): void {
  const { text, blooms_taxonomy: level, difficulty, options, key_points: points, rubric } = question;
  console.log(`${number}. ${text}   [${level}, ${difficulty}]`);
  for (const option of options) console.log(`   ${option.is_correct ? '*' : '-'} ${option.text}`);
  for (const point of points) console.log(`   · ${point}`);
  if (rubric !== null) console.log(rubric.replace(/^/gmu, '   | '));
}

async function show(name: string, lesson: LessonText): Promise<void> {
  const embed = (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> =>
    embedder.embed(texts, signal);
  if (values.summary) {
    const { points, text } = await composeSummary(lesson, { embed });
    const words = lesson.passages.reduce((sum, passage) => sum + passage.text.split(/\s+/u).length, 0);
    console.log(`\n== ${name}: ${text.split(/\s+/u).length} of ${words} words`);
    for (const point of points) console.log(`- ${point.text}`);
    return;
  }
  for (const seed of values.seeds.split(',').map(Number)) {
    const { questions, shortfall } = await composeQuestions(lesson, {
      count: Number(values.count),
      answerStyle: values.style as ComposeRequest['answerStyle'],
      taxonomyLevels: values.levels === '' ? [] : (values.levels.split(',') as BloomLevel[]),
      difficulty: values.difficulty as NonNullable<ComposeRequest['difficulty']>,
      seed,
      embed,
    });
    console.log(`\n== ${name}, seed ${seed}`);
    questions.forEach((question, index) => {
      print(question, index + 1);
    });
    if (shortfall) console.log(`   (${shortfall.reason})`);
  }
}

if (values.file !== undefined)
  await show(values.file, lessonOf(readFileSync(values.file, 'utf8'), values.file.includes('spoken')));
else for (const name of values.lessons.split(',')) await show(name, readLesson(name));
await embedder.close();
