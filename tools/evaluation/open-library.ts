import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMiniLmTextEmbedder } from '#server/ai/minilm/minilm-text-embedder.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { openDatabase, openPool, type Database } from '#server/platform/database/database.ts';
import { acquireDataDirectoryLock } from '#server/platform/database/embedded/data-directory-lock.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/start-embedded-postgres.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createCourse } from '#server/features/courses/courses.ts';
import { embedPassagesOf } from '#server/features/lessons/embed-passages.ts';
import { insertLesson } from '#server/features/lessons/lesson.store.ts';
import { insertDocumentSource, insertPassages } from '#server/features/lessons/passage.store.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { createLogger } from '#server/platform/logger.ts';
import type { Actor } from '#server/actor.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createMiniLmSemanticSearch } from '#server/search/minilm-semantic-search.ts';

/** A lesson to be kept. */
export interface LibraryLesson {
  readonly name: string;
  readonly text: LessonText;
}

/** Where a lesson was kept. Its passages have the positions that they have in its text. */
export interface KeptLesson {
  readonly name: string;
  readonly courseId: number;
  readonly lessonId: number;
  readonly documentSourceId: string;
}

/** The lessons of one instructor in a separate embedded database, as Lectern stores them. */
export interface Library {
  readonly dependencies: Pick<Dependencies, 'database' | 'semanticSearch' | 'log'>;
  /** Whose they are. */
  readonly actor: Actor;
  readonly lessons: ReadonlyMap<string, KeptLesson>;
  readonly databaseUrl: string;
  /** Stops everything and removes it. */
  close(): Promise<void>;
}

const LESSONS_PER_COURSE = 3;
/** Nothing of it is kept. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts a database in a temporary directory and fills it. Close what it returns, whatever happens. */
export async function openLibrary(
  lessons: readonly LibraryLesson[],
  options: { readonly modelsDirectory: string },
): Promise<Library> {
  const log = createLogger('evaluation', { level: 'warn' });
  const files = modelPaths(options.modelsDirectory).miniLm;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    const directory = await mkdtemp(join(tmpdir(), 'lectern-library-'));
    closing.push(() => rm(directory, { recursive: true, force: true }));
    const lock = await acquireDataDirectoryLock(directory);
    closing.push(() => lock.release());
    const server = await startEmbeddedPostgres({
      dataDirectory: directory,
      log: { info: () => undefined, warn: (line) => log.warn(line), error: (line) => log.error(line) },
      settings: SETTINGS,
    });
    closing.push(() => server.stop());
    const databaseUrl = server.connectionString;
    await migrateToLatest(databaseUrl);
    // An error of an idle connection shows again at the next query, whose failure is reported.
    const database = openDatabase(openPool(databaseUrl, { maximumConnections: 8, onError: () => undefined }));
    closing.push(() => database.destroy());
    const actor = await insertInstructor(database);
    const textEmbedder = createMiniLmTextEmbedder({ files });
    closing.push(() => textEmbedder.close());
    const kept = await keepLessons({ database, textEmbedder, log, clock: systemClock }, actor, lessons);
    const semanticSearch = createMiniLmSemanticSearch({ files, databaseUrl, memoryMegabytes: 256 });
    closing.push(() => semanticSearch.close());
    return {
      dependencies: { database, semanticSearch, log },
      actor,
      lessons: new Map(kept.map((lesson) => [lesson.name, lesson])),
      databaseUrl,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function insertInstructor(database: Database): Promise<Actor> {
  const { id } = await database
    .insertInto('users')
    .values({
      email: 'instructor@example.test',
      name: 'Instructor',
      department: '',
      // No one signs in.
      password_hash: '',
      api_key_hash: randomBytes(32),
      api_key_encrypted: randomBytes(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId: id, instructorId: id };
}

async function keepLessons(
  dependencies: Parameters<typeof embedPassagesOf>[0],
  actor: Actor,
  lessons: readonly LibraryLesson[],
): Promise<KeptLesson[]> {
  const { database } = dependencies;
  const kept: KeptLesson[] = [];
  let courseId = 0;
  for (const [index, { name, text }] of lessons.entries()) {
    if (index % LESSONS_PER_COURSE === 0) {
      const title = `Course ${index / LESSONS_PER_COURSE + 1}`;
      const course = await createCourse({ database }, actor, { title, description: '', department: '' });
      courseId = course.id;
    }
    const documentSourceId = `ds_${name}`;
    const plainText = text.passages.map((passage) => passage.text).join('\n');
    await insertDocumentSource(database, {
      id: documentSourceId,
      instructor_id: actor.instructorId,
      file_key: null,
      plain_text: plainText,
      page_count: null,
      spoken: text.spoken,
    });
    await insertPassages(database, documentSourceId, text.passages, plainText);
    await embedPassagesOf(dependencies, documentSourceId, AbortSignal.timeout(600_000));
    const lessonId = await insertLesson(database, {
      course_id: courseId,
      title: text.title,
      description: '',
      type: 'lesson',
      kind: text.spoken ? 'video' : 'text',
      file_key: null,
      source_url: `https://lessons.example/${name}`,
      document_source_id: documentSourceId,
      summary: '',
      audio_transcript: '',
    });
    kept.push({ name, courseId, lessonId, documentSourceId });
  }
  return kept;
}
