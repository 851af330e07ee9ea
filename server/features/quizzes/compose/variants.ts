import { oppositeOf } from './opposites.ts';
import type { Distractor } from './candidate.ts';

/** Verbs that say which way something goes, with the ending they take ("" bare, "s", or past). */
const MOVING =
  /^(.{3,}?) (?:(rises|increases|falls|decreases|declines|drops|grows|shrinks|doubles|improves|worsens|slows down|speeds up|is halved)|(rise|increase|fall|decrease|decline|drop|grow|shrink|double|improve|worsen|slow down|speed up|are halved)|(rose|increased|fell|decreased|declined|dropped|grew|shrank|doubled|improved|worsened|slowed down|was halved|were halved))(?: (?:sharply|rapidly|quickly|slowly|steadily|strongly|slightly|greatly))?((?: (?:until|by|to|with|when|in|at|over|on)\b.*)?)$/u;
const CHANGING =
  /^(.{3,}?) (increases|reduces|raises|lowers|strengthens|weakens|improves|slows|cuts) ((?:the |a |an )?[\p{L}' -]{3,60})$/u;

/**
 * Believable but wrong variants of a statement that says which way something goes: the opposite, and no change. Undefined
 * where it says nothing of the kind, or where turning one word round would leave another that contradicts it.
 */
export function listVariants(statement: string): Distractor[] {
  const opposite = reversedOf(statement) ?? oppositeOf(statement);
  const unchanged = unchangedOf(statement);
  return [opposite, unchanged]
    .filter((text) => text !== undefined)
    .map((text) => ({ text, fit: 0.6, variant: true }));
}

const REVERSED = new Map(
  [
    ...[
      'rises falls',
      'increases decreases',
      'rise fall',
      'increase decrease',
      'rose fell',
      'increased decreased',
    ],
    ...[
      'grows shrinks',
      'grow shrink',
      'grew shrank',
      'improves worsens',
      'improve worsen',
      'improved worsened',
    ],
    ...['raises lowers', 'strengthens weakens'],
  ].flatMap((pair): [string, string][] => {
    const [one = '', other = ''] = pair.split(' ');
    return [
      [one, other],
      [other, one],
    ];
  }),
);
const ONE_WAY = new Map([
  ['declines', 'rises'],
  ['decline', 'rise'],
  ['declined', 'rose'],
  ['drops', 'rises'],
  ['drop', 'rise'],
  ['dropped', 'rose'],
  ['doubles', 'is halved'],
  ['double', 'are halved'],
  ['doubled', 'was halved'],
  ['is halved', 'doubles'],
  ['are halved', 'double'],
  ['slows down', 'speeds up'],
  ['slow down', 'speed up'],
  ['speeds up', 'slows down'],
  ['reduces', 'increases'],
  ['cuts', 'increases'],
  ['slows', 'speeds up'],
]);

/** "makes dough rise": what is made to move does not move by itself. */
function readMoving(statement: string): RegExpExecArray | null {
  const found = MOVING.exec(statement);
  return found && !/\b(?:makes?|lets?|helps?|made|to|can|will)\b/u.test(found[1] ?? '') ? found : null;
}

/** The main verb turned round, whatever other words of direction the statement holds. */
function reversedOf(statement: string): string | undefined {
  const moving = readMoving(statement);
  const changing = moving ? null : CHANGING.exec(statement);
  const subject = moving?.[1] ?? changing?.[1];
  const verb = moving ? (moving[2] ?? moving[3] ?? moving[4]) : changing?.[2];
  if (subject === undefined || verb === undefined) return undefined;
  // "increases" has an object here: "reduces", not "decreases".
  const opposite = verb === 'increases' && changing ? 'reduces' : (ONE_WAY.get(verb) ?? REVERSED.get(verb));
  return opposite === undefined
    ? undefined
    : `${subject} ${opposite}${statement.slice(subject.length + 1 + verb.length)}`;
}

function unchangedOf(statement: string): string | undefined {
  const moving = readMoving(statement);
  if (moving) {
    const [, subject = '', third, bare, , rest = ''] = moving;
    const verb =
      third !== undefined ? 'stays the same' : bare !== undefined ? 'stay the same' : 'stayed the same';
    return `${subject} ${verb}${/^ (?:until|when|in|at|over|on)\b/u.test(rest) ? rest : ''}`;
  }
  const changing = CHANGING.exec(statement);
  if (changing && !/\b(?:and|or|to|from|by|of it)\b/u.test(changing[3] ?? ''))
    return `${changing[1] ?? ''} leaves ${changing[3] ?? ''} unchanged`;
  return undefined;
}

/**
 * The statement with the two sides of a relation exchanged: "the quantity demanded exceeds the quantity supplied", "older
 * learning disrupts the recall of newer material". Undefined where it has no such pair.
 */
export function exchangedOf(statement: string): string | undefined {
  for (const [one, other] of EXCHANGEABLE) {
    const pattern = new RegExp(`\\b(?:${one}|${other})\\b`, 'giu');
    const found = [...statement.matchAll(pattern)].map((match) => match[0].toLowerCase());
    if (found.length !== 2 || found[0] === found[1]) continue;
    return statement.replace(pattern, (word) => matchCase(word, word.toLowerCase() === one ? other : one));
  }
  return undefined;
}

const EXCHANGEABLE: readonly (readonly [string, string])[] = [
  ['demanded', 'supplied'],
  ['older', 'newer'],
  ['buyers', 'sellers'],
  ['cause', 'effect'],
  ['inside', 'outside'],
  ['left', 'right'],
  ['first', 'second'],
  ['larger', 'smaller'],
  ['higher', 'lower'],
  ['absorbs', 'releases'],
  ['stores', 'releases'],
  ['input', 'output'],
  ['parents', 'children'],
  ['employers', 'workers'],
];

function matchCase(like: string, word: string): string {
  return /^\p{Lu}/u.test(like) ? word.slice(0, 1).toUpperCase() + word.slice(1) : word;
}
