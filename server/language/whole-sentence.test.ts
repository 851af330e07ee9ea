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
  'Binaries (compiled programs) are platform-dependent; to distribute them takes more work.',
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
  'Statically compiled Python with extra syntax for easy embedding of fast code.',
  'For custom low-level code, and for creating interfaces to existing libraries.',
  'A library that allows you to define, optimize, and evaluate expressions efficiently.',
  'A superset of Python; can use a program as a starting point.',
  'FFI (foreign function interface), to connect code to libraries written in C.',
  'Simple, minimal, compile only; no distribution logic.',
  'Ideal for serial algorithms, or when an algorithm is easier to express as a loop.',
  'A set of emission characters',
  'Processing elements connected via a network.',
  'Tasks usually modeled as threads in the same process.',
  'May only be used from the main thread.',
  'Each domain has a single value ⟹ unique solution',
])('is a fragment: %s', (point) => expect(isSentence(point)).toBe(false));
