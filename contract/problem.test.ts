import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { PROBLEM_STATUS } from './problem-codes.ts';
import { problem } from './problem.ts';

test('every code answers with a status of errors', () => {
  for (const [code, status] of Object.entries(PROBLEM_STATUS)) {
    expect([code, status >= 400 && status < 600]).toEqual([code, true]);
    // 499 is nginx's, for a client that disconnected.
    expect([code, status === 499 || STATUS_CODES[status] !== undefined]).toEqual([code, true]);
  }
});

test('no Django-style list uses a name of the problem itself', () => {
  const lists = ['email', 'password', 'password2', 'non_field_errors'];
  for (const [name, schema] of Object.entries(problem.shape)) {
    const isList = schema.safeParse(['text']).success;
    expect([name, isList]).toEqual([name, lists.includes(name)]);
  }
});
