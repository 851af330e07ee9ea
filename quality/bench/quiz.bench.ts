/**
 * How long the built-in composer takes: node quality/bench/quiz.bench.ts
 * All questions and a summary from an hour's transcript (about 9,000 words), and from 200,000 words. Without an
 * embedder, so that the composer's own work is measured; the embedder's share is one call for the texts counted here.
 */
import { performance } from 'node:perf_hooks';
import { analyzeLesson } from '#server/language/analysis.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { LESSON_NAMES, readLesson } from '#server/language/testing/read-lesson.ts';
import { composeQuestions } from '#server/features/quizzes/writer/compose/compose-questions.ts';
import { composeSummary } from '#server/features/summaries/compose/compose-summary.ts';

/** The test lessons one after another, each time with other names for its things, so that no sentence comes twice. */
function makeLongLesson(words: number): LessonText {
  const passages: LessonText['passages'][number][] = [];
  let made = 0;
  for (let round = 0; made < words; round += 1) {
    for (const name of LESSON_NAMES) {
      for (const passage of readLesson(name).passages) {
        const position = passages.length;
        const text =
          round === 0
            ? passage.text
            : passage.text.replace(/\b([a-z]{6,})\b/gu, (word) =>
                word.length % 5 === round % 5
                  ? `${word.slice(0, 4)}${'aeiou'[round % 5] ?? 'a'}${word.slice(4)}`
                  : word,
              );
        passages.push({
          ...passage,
          id: `p${position}`,
          position,
          text,
          section: Math.floor(position / 12),
          heading: null,
        });
        made += text.split(' ').length;
      }
    }
  }
  return { title: 'A long lesson', spoken: true, passages };
}

let compared = 0;
/** Stands in for the model: counts what it is asked and answers with unit vectors made from letters. */
function embed(texts: readonly string[]): Promise<Float32Array[]> {
  compared += texts.length;
  return Promise.resolve(
    texts.map((text) => {
      const vector = new Float32Array(384);
      for (let index = 0; index + 2 < text.length; index += 1) {
        const place =
          (text.charCodeAt(index) * 31 + text.charCodeAt(index + 1) * 7 + text.charCodeAt(index + 2)) % 384;
        vector[place] = (vector[place] ?? 0) + 1;
      }
      const size = Math.hypot(...vector) || 1;
      return vector.map((value) => value / size);
    }),
  );
}

async function measure(name: string, run: () => Promise<string>): Promise<void> {
  compared = 0;
  const start = performance.now();
  const outcome = await run();
  const milliseconds = performance.now() - start;
  console.log(
    `${name.padEnd(44)} ${milliseconds.toFixed(0).padStart(6)} ms   ${outcome}; ${compared} texts to embed`,
  );
}

const ask = async (lesson: LessonText): Promise<string> => {
  const { candidates } = await composeQuestions(lesson, { answerStyle: 'multiple_choice', seed: 1, embed });
  return `${candidates.length} questions`;
};

const hour = makeLongLesson(9_000);
const huge = makeLongLesson(200_000);
await measure('first analysis (loads tagger, WordNet)', () =>
  Promise.resolve(`${analyzeLesson(readLesson('biology')).sentences.length} sentences`),
);
await measure('all questions, an hour of speech', () => ask(hour));
await measure(
  'summary, an hour of speech',
  async () => `${(await composeSummary(hour, { embed })).points.length} points`,
);
await measure('all questions, 200,000 words', () => ask(huge));
await measure(
  'summary, 200,000 words',
  async () => `${(await composeSummary(huge, { embed })).points.length} points`,
);
