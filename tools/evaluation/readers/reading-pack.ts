import { createHash } from 'node:crypto';
import { createRandom, shuffle } from '#server/language/random.ts';
import { writeInstructions } from './reader-instructions.ts';
import type { PackKey, WrittenQuestion, WrittenSet } from './rounds.ts';

/** What a reader is given for one lesson, and its key. */
export interface ReadingPack {
  readonly markdown: string;
  readonly key: PackKey;
}

/**
 * Mixes the questions of all writers about one lesson. The Markdown depends on nothing but the lesson, the wording of the
 * questions and the seed. Options stay in their writer's order, since that order is part of the question.
 * @param sets those of this lesson
 */
export function makeReadingPack(
  lesson: { readonly name: string; readonly text: string },
  sets: readonly WrittenSet[],
  seed: number,
): ReadingPack {
  // Another order for every lesson, which stays the same when lessons are added to the round.
  const hash = createHash('sha256').update(`${seed} ${lesson.name}`).digest();
  const written = sets.flatMap(({ writer, questions }) =>
    questions.map((question) => ({ writer, ...question })),
  );
  const items = shuffle(written, createRandom(hash.readUInt32LE(0))).map((question, index) => ({
    item: index + 1,
    ...question,
  }));
  return {
    markdown: [
      writeInstructions(lesson.name, items.length),
      '## The lesson',
      `<!-- lesson begins -->\n\n${lesson.text.trim()}\n\n<!-- lesson ends -->`,
      '## The questions',
      ...items.map((question) => writeItem(question, question.item)),
      '',
    ].join('\n\n'),
    key: {
      lesson: lesson.name,
      sets: sets.map(({ writer, requested }) => ({ writer, requested })),
      items,
    },
  };
}

function writeItem({ stem, options }: WrittenQuestion, item: number): string {
  const lines = options.map(
    (option, index) =>
      `- ${'ABCDEFGH'[index] ?? ''}. ${oneLine(option.text)}${option.is_correct ? '   ← marked as right' : ''}`,
  );
  return `### Item ${item}\n\n${oneLine(stem)}\n\n${lines.join('\n')}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');
