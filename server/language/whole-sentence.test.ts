import { expect, test } from 'vitest';
import { slidesOf } from './testing/slides-of.ts';
import { analyzeLesson } from './analysis.ts';

const isSentence = (point: string): boolean => {
  const [sentence] = analyzeLesson(slidesOf([{ path: ['Lists'], text: `• ${point}` }])).sentences;
  return sentence?.isFragment === false;
};

test.each([
  'A list represents an ordered sequence of objects',
  'Every element of a list has an index',
  'The heart pumps blood through the body.',
  'Contracts are formed by offer and acceptance',
  'Elements were stored in the order of arrival',
  'Insertion at the end takes constant time',
  'The states predicted by the model are statistical entities',
  'They have no order.',
])('is a sentence: %s', (point) => expect(isSentence(point)).toBe(true));

test.each([
  'Clear: void - Removes all elements from the set.',
  'Removes all elements from the set.',
  'Ordered sequence of objects',
  'Elements stored in the order of arrival',
  'More about interfaces later',
  'add(e) appends the element e',
  'Faster, but more memory',
  'Three pegs and several disks of different size',
  'Function calls on the stack',
  'A public key, which may be known by anybody and can be used to encrypt messages.',
  'Definition: a list is a sequence',
])('is a fragment: %s', (point) => expect(isSentence(point)).toBe(false));
