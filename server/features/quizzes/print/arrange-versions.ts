import { createHash } from 'node:crypto';
import type { PrintQuizRequest } from '#contract/quiz-print.ts';
import type { Question } from '#contract/quizzes.ts';

export interface PrintedVersion {
  /** `A` for the first. */
  readonly letter: string;
  readonly questions: readonly PrintedQuestion[];
}

export type PrintedQuestion = Pick<
  Question,
  'lesson_id' | 'type' | 'text' | 'options' | 'explanation' | 'evidence' | 'key_points' | 'rubric'
>;

type Settings = Pick<PrintQuizRequest, 'versions' | 'shuffle_questions' | 'shuffle_options'> & {
  seed: number;
};

/** Refers to the other options by their place. */
const REFERS_TO_OTHERS =
  /\b(?:all|none|any|both|neither|each|two) of (?:the|these|those)\b|\b(?:above|below)\b|^(?:both|neither|either|only)?\s*\(?[A-F]\)?\s*(?:,|and|or|nor|&)\s*\(?[A-F]\)?\b|\b(?:todas|ninguna|todos|ninguno) l[ao]s? (?:de|anterior)|\b(?:todas|ninguna|todos|ninguno) de l[ao]s|\banteriores\b/iu;

/** The versions of an exam. The same questions and settings always make the same versions. */
export function arrangeVersions(questions: readonly PrintedQuestion[], settings: Settings): PrintedVersion[] {
  return Array.from({ length: settings.versions }, (_, place) => {
    const letter = String.fromCharCode('A'.charCodeAt(0) + place);
    if (place === 0) return { letter, questions };
    const random = createRandom(`${settings.seed}:${letter}`);
    const ordered = settings.shuffle_questions ? shuffle(questions, random) : questions;
    const arranged = ordered.map((question) =>
      settings.shuffle_options && !hasFixedOrder(question)
        ? { ...question, options: shuffle(question.options, random) }
        : question,
    );
    return { letter, questions: arranged };
  });
}

const hasFixedOrder = ({ options }: PrintedQuestion): boolean =>
  options.some(({ text }) => REFERS_TO_OTHERS.test(text));

/** Characters that are not mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRTUVWXYZ2346789';

/** A code that is printed on paper and key alike: where it differs, the quiz or its order was changed in between. */
export function codeOf(versions: readonly PrintedVersion[]): string {
  const content = versions.map(({ questions }) =>
    questions.map(({ text, options }) => [text, options.map((option) => [option.text, option.is_correct])]),
  );
  const digest = createHash('sha256').update(JSON.stringify(content)).digest();
  return Array.from(digest.subarray(0, 5), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Numbers from 0 to 1 that follow from the seed alone: each is a part of a digest of the seed and its place. */
function createRandom(seed: string): () => number {
  let place = 0;
  return () => {
    place += 1;
    return createHash('sha256').update(`${seed}:${place}`).digest().readUInt32BE() / 2 ** 32;
  };
}

/** Fisher and Yates's shuffle, in the form of Durstenfeld (1964). */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const item = shuffled[last] as Item;
    shuffled[last] = shuffled[other] as Item;
    shuffled[other] = item;
  }
  return shuffled;
}
