import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from '#server/language/random.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { readPlainText } from './read-lessons.ts';

/** A lesson that carries little, or means harm. */
export interface HardLesson {
  readonly name: string;
  readonly text: LessonText;
  readonly asked: number;
  /** More than these cannot be sound. */
  readonly mostQuestions: number;
  /** What must not show in anything that is made. */
  readonly forbidden?: RegExp;
}

const DIRECTORY = join(import.meta.dirname, '../hard');
const HUGE_WORDS = 200_000;

/** The bad lessons, made one at a time: the huge one need not lie beside the others in memory. */
export async function* makeHardLessons(): AsyncGenerator<HardLesson> {
  const read = async (name: string): Promise<LessonText> =>
    readPlainText(await readFile(join(DIRECTORY, `${name}.txt`), 'utf8'), name);
  const sentence = 'A volcano is a vent in the crust through which molten rock escapes.';
  yield { name: 'one sentence', text: readPlainText(sentence, 'Volcanoes'), asked: 10, mostQuestions: 1 };
  yield {
    name: 'one sentence a thousand times',
    text: readPlainText('The heart pumps blood through the body. '.repeat(1000), 'The heart'),
    asked: 10,
    mostQuestions: 1,
  };
  yield { name: 'Spanish', text: await read('spanish'), asked: 10, mostQuestions: 0 };
  yield { name: 'German', text: await read('german'), asked: 10, mostQuestions: 0 };
  yield { name: 'a table of numbers', text: await read('table'), asked: 10, mostQuestions: 0 };
  yield { name: 'verses', text: await read('verses'), asked: 10, mostQuestions: 1 };
  yield { name: 'code', text: await read('code'), asked: 10, mostQuestions: 0 };
  yield {
    name: 'a text that gives orders',
    text: await read('orders'),
    asked: 10,
    mostQuestions: 10,
    forbidden: /banana|previous instructions|system prompt|developer mode|failed the course|administrator/iu,
  };
  yield { name: '50 from a page', text: await read('page'), asked: 50, mostQuestions: 20 };
  yield {
    name: `${HUGE_WORDS.toLocaleString('en')} words of a made-up vocabulary`,
    text: readPlainText(makeHugeText(HUGE_WORDS), 'A very long text'),
    asked: 10,
    mostQuestions: 10,
  };
}

/** Sentences with English joints around words that do not exist: the shape of prose, and nothing in it. */
export function makeHugeText(words: number): string {
  const random = createRandom(7);
  const pick = <T>(list: readonly T[], fallback: T): T =>
    list[Math.floor(random() * list.length)] ?? fallback;
  const syllables = [
    'ba',
    'cor',
    'din',
    'fel',
    'gra',
    'lum',
    'mor',
    'nis',
    'pel',
    'ro',
    'sta',
    'ven',
    'tri',
    'qua',
  ];
  const makeNoun = (): string =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables, 'ba')).join('');
  const nouns = [...new Set(Array.from({ length: 1_500 }, makeNoun))];
  const noun = (): string => pick(nouns, 'balum');
  const shapes: readonly (() => string)[] = [
    () => `A ${noun()} is a ${noun()} that carries the ${noun()} of a ${noun()}.`,
    () => `The ${noun()} grows because the ${noun()} absorbs the ${noun()}.`,
    () => `When the ${noun()} rises, the ${noun()} falls in the ${noun()}.`,
    () => `In ${1500 + Math.floor(random() * 500)} the ${noun()} was found near the ${noun()}.`,
    () =>
      `The ${noun()} contains ${2 + Math.floor(random() * 90)} percent of the ${noun()}, whereas the ${noun()} contains none.`,
    () => `Many people think of the ${noun()} when they see a ${noun()} beside the ${noun()}.`,
  ];
  const paragraphs: string[] = [];
  let made = 0;
  while (made < words) {
    const sentences = Array.from({ length: 8 }, () => pick(shapes, () => '')());
    made += sentences.reduce((sum, sentence) => sum + sentence.split(' ').length, 0);
    paragraphs.push(sentences.join(' '));
  }
  return paragraphs.join('\n\n');
}
