import { contentStems, listWords, stemWord } from '../words.ts';

/** What a statement denies, and in which direction it points: content words alone cannot tell "more" from "less". */

const NEGATORS = new Set(
  'not no never cannot neither nor without hardly scarcely lack lacks lacking fails fail failed'.split(' '),
);
/** How many words after a negator it denies. */
const REACH = 3;

/**
 * Stems of the words that a text denies: wherever they stand, it is within reach of a negation ("does not absorb green
 * light"). "Not only" denies nothing.
 */
export function listDenied(text: string): Set<string> {
  const words = listWords(text);
  const denied = new Set<string>();
  const affirmed = new Set<string>();
  let reach = 0;
  for (const [index, word] of words.entries()) {
    for (const stem of contentStems(word)) (reach > 0 ? denied : affirmed).add(stem);
    reach -= 1;
    const negates = NEGATORS.has(word) || word.endsWith("n't");
    if (negates && words[index + 1] !== 'only') reach = REACH;
  }
  return new Set([...denied].filter((stem) => !affirmed.has(stem)));
}

/** Whether a text negates anything, in a word of its own or in a verb like "lack" and "prevent". */
export function isNegated(text: string): boolean {
  return /\b(?:not|no|never|cannot|neither|nor|without|hardly|scarcely|none|nothing|lack\w{0,3}|fail\w{0,3}|absen\w{1,3}|prevent\w{0,3}|avoid\w{0,3}|refus\w{1,3}|reject\w{0,3}|rather than|instead of|in\w{3,}(?:able|ible)|un(?!der|til|ion|iq|it|iv)\w{4,}|\w{3,}less|\w{2,}n['’]t)\b/iu.test(
    text,
  );
}

const stemsOf = (words: string): Set<string> => new Set(words.split(/\s+/u).map(stemWord));
const UP = stemsOf(
  `increase rise rose risen raise grow grew grown gain climb higher more greater larger expand strengthen accelerate
  lengthen double`,
);
const DOWN = stemsOf(
  `decrease fall fell fallen lower drop decline shrink shrank reduce less fewer smaller contract weaken slow diminish
  shorten halve`,
);

/** Whether a text says that something goes up, goes down, both or neither. */
export function findDirection(text: string): 'up' | 'down' | 'both' | undefined {
  const stems = listWords(text).map(stemWord);
  const up = stems.some((stem) => UP.has(stem));
  const down = stems.some((stem) => DOWN.has(stem));
  return up && down ? 'both' : up ? 'up' : down ? 'down' : undefined;
}

const RELATIONS = new Set(
  'more less most least fewer before after above below without up down first last inside outside'.split(' '),
);

/** The small words that turn a statement round: of degree, of time and of place. */
export function listRelations(text: string): Set<string> {
  return new Set(listWords(text).filter((word) => RELATIONS.has(word)));
}
