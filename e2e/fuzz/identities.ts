import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { session, type Session } from '#contract/accounts.ts';
import { assistantAnswer } from '#contract/assistant.ts';
import { lesson } from '#contract/lessons.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { createClient, type ApiClient } from '../api-client.ts';

export const IDENTITIES = ['anonymous', 'owner', 'api-key'] as const;
export type IdentityName = (typeof IDENTITIES)[number];

/** Objects that exist, so that most calls reach past "not found". */
export interface KnownObjects {
  readonly courses: readonly number[];
  readonly lessons: readonly number[];
  readonly questionSets: readonly number[];
  readonly conversations: readonly number[];
  readonly documents: readonly string[];
  readonly videos: readonly { readonly transcriptionId: string; readonly accessToken: string }[];
}

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly session: Session;
}

export interface Identity {
  readonly name: IdentityName;
  /** Whose credentials it sends; the anonymous one sends none. */
  readonly account: Account | undefined;
  /** Its own objects; for the anonymous one, another's. */
  readonly objects: KnownObjects;
}

const PASSWORD = 'correct horse battery';

const LESSON = `The water cycle

Water moves between the ocean, the air and the land. The sun heats the ocean, and evaporation lifts water vapour into the air.
Condensation is the change of vapour into small drops of water. Clouds form because rising air cools.
Precipitation returns water to the land as rain or snow. About 505,000 cubic kilometres fall each year.

Rivers and ground water

A watershed is the land that drains into one river. Rivers carry sediment from the mountains to the sea.
An aquifer is a layer of rock that holds water. Farmers drain aquifers faster than rain fills them, therefore wells run dry.
Permeable rock lets water through, whereas clay holds it back. Springs appear where an aquifer meets the surface.
`;

/** Registers an account for each identity that has one and fills it with a course, lessons, quizzes and a chat. */
export async function makeIdentities(origin: string): Promise<Identity[]> {
  const owner = await register(origin, 'owner');
  const script = await register(origin, 'script');
  const objectsOfOwner = await makeObjects(origin, owner);
  return [
    { name: 'anonymous', account: undefined, objects: objectsOfOwner },
    { name: 'owner', account: owner, objects: objectsOfOwner },
    { name: 'api-key', account: script, objects: await makeObjects(origin, script) },
  ];
}

async function register(origin: string, name: string): Promise<Account> {
  const email = `fuzz-${name}@example.test`;
  const response = await fetch(`${origin}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, email, password: PASSWORD, password2: PASSWORD }),
  });
  if (!response.ok) throw new Error(`No account for the fuzzer: ${response.status} ${await response.text()}`);
  return { email, password: PASSWORD, session: session.parse(await response.json()) };
}

async function makeObjects(origin: string, account: Account): Promise<KnownObjects> {
  const client = createClient(origin, account.session.api_key, account.session.access);
  const directory = await mkdtemp(join(tmpdir(), 'lectern-fuzz-files-'));
  try {
    const file = join(directory, 'lesson.txt');
    await writeFile(file, LESSON);
    const course = await client.createCourse('Hydrology');
    const document = await client.uploadDocument(file);
    const text = await client.createLesson({
      title: 'The water cycle',
      file: document.url,
      course: course.id,
      docsource_id: document.docsource_id,
    });
    const video = await makeVideoLesson(client, course.id);
    const saved = await client.writeQuiz(text.id, 4);
    await post(client, questionSetWithQuestions, '/api/question-sets/save/', {
      question_set_id: saved.question_set.id,
      name: 'Saved',
    });
    const unsaved = await client.writeQuiz(video.lessonId, 2);
    const chat = await post(client, assistantAnswer, '/api/assistant/messages/', {
      text: 'What is an aquifer?',
    });
    return {
      courses: [course.id],
      lessons: [text.id, video.lessonId],
      questionSets: [saved.question_set.id, unsaved.question_set.id],
      conversations: [chat.conversation_id],
      documents: [document.docsource_id],
      videos: [video],
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A video of the outside world, which is never fetched: its transcript is brought by hand. */
async function makeVideoLesson(
  client: ApiClient,
  courseId: number,
): Promise<{ lessonId: number; transcriptionId: string; accessToken: string }> {
  const made = await client.createLesson({
    title: 'Seen on video',
    file: 'https://example.test/rivers.mp4',
    course: courseId,
  });
  const brought = await client.call(lesson, `/api/lessons/${made.id}/transcript/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: LESSON }),
  });
  return { lessonId: brought.id, transcriptionId: brought.video_id ?? 'vid_unknown', accessToken: 'unknown' };
}

const post = <Answer>(
  client: ApiClient,
  schema: z.ZodType<Answer>,
  path: string,
  body: object,
): Promise<Answer> =>
  client.call(schema, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
