import { expect, inject } from 'vitest';
import { z } from 'zod';
import { joinedAttempt, studentAttempt } from '#contract/attempts.ts';
import { sharedQuiz, type SharedQuiz } from '#contract/shared-quizzes.ts';
import type { ApiClient } from '../api-client.ts';

export const asJson = (method: 'POST' | 'PUT' | 'PATCH', body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Saves a generated quiz and shares it. */
export async function share(client: ApiClient, setId: number, name: string): Promise<SharedQuiz> {
  await client.call(
    z.unknown(),
    '/api/question-sets/save/',
    asJson('POST', { question_set_id: setId, name }),
  );
  return client.call(sharedQuiz, `/api/question-sets/${setId}/share/`, { method: 'POST' });
}

export async function callAsStudent<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  init: RequestInit,
  token?: string,
): Promise<z.infer<Schema>> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${inject('origin')}${path}`, { ...init, headers });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return schema.parse(await response.json());
}

/** Takes the quiz; `answer` gives the text of the option, or of the essay, for each question. */
export async function take(code: string, name: string, answer: (question: string) => string): Promise<void> {
  const { token } = await callAsStudent(joinedAttempt, `/api/q/${code}/join/`, asJson('POST', { name }));
  const attempt = await callAsStudent(studentAttempt, '/api/attempt/', { method: 'GET' }, token);
  for (const [place, { key, text, type, options }] of attempt.questions.entries()) {
    const wanted = answer(text);
    const choice =
      type === 'essay' ? null : (options.find((option) => option.text === wanted) ?? options[0])?.id;
    await callAsStudent(
      z.unknown(),
      `/api/attempt/answers/${key}/`,
      asJson('PUT', {
        choice,
        text: type === 'essay' ? wanted : null,
        is_flagged: false,
        seconds_spent: 20,
        device: 'device-of-a-test',
        sequence: place + 1,
      }),
      token,
    );
  }
  await callAsStudent(z.unknown(), '/api/attempt/submit/', { method: 'POST' }, token);
}
