import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { sharedQuiz, type ChangeSharedQuizRequest, type SharedQuiz } from '#contract/shared-quizzes.ts';
import type { ApiClient } from './api-client.ts';

const LESSON =
  'Cotton was spun by machines. Steam drove the machines. Coke is a fuel made by heating coal in the absence of air.';

/** Shares a quiz with so many questions, whose first option is right. */
export async function shareTestQuiz(
  client: ApiClient,
  questionCount: number,
  settings: ChangeSharedQuizRequest,
): Promise<SharedQuiz> {
  const { id: course } = await client.createCourse('A course with a quiz');
  const directory = await mkdtemp(join(tmpdir(), 'lectern-quiz-'));
  const file = join(directory, 'lesson.txt');
  await writeFile(file, LESSON);
  const { url, docsource_id: documentSourceId } = await client.uploadDocument(file);
  await rm(directory, { recursive: true });
  const lesson = await client.createLesson({
    title: 'A lesson',
    file: url,
    course,
    docsource_id: documentSourceId,
  });
  const {
    question_set: { id, version },
  } = await client.generateQuestions(lesson.id, 1);
  const send = (method: string, body: object): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const questions = Array.from({ length: questionCount }, (_, place) => ({
    text: `Question ${place + 1}: what does machine ${place + 1} do?`,
    type: 'multiple_choice',
    blooms_taxonomy: 'remember',
    difficulty: 'easy',
    outcome: null,
    options: ['spins cotton', 'heats coal', 'drives trains', 'prints books'].map((does, option) => ({
      text: `Machine ${place + 1} ${does}`,
      is_correct: option === 0,
    })),
    explanation: '',
    evidence: null,
    key_points: [],
    rubric: null,
    written_by: 'instructor',
  }));
  await client.call(
    z.unknown(),
    '/api/question-sets/save/',
    send('POST', { question_set_id: id, name: 'A quiz' }),
  );
  await client.call(
    questionSetWithQuestions,
    `/api/question-sets/${id}/publish/`,
    send('POST', { based_on_version: version, questions }),
  );
  const shared = await client.call(sharedQuiz, `/api/question-sets/${id}/share/`, { method: 'POST' });
  return client.call(sharedQuiz, `/api/shared-quizzes/${shared.id}/`, send('PATCH', settings));
}
