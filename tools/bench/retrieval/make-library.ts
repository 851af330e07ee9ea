import type pg from 'pg';
import { createRandom } from '#server/language/random.ts';

const DIMENSIONS = 384;
const PASSAGES_PER_LESSON = 100;
const LESSONS_PER_COURSE = 10;
const SENTENCES_PER_PASSAGE = 5;
const WORDS_PER_SENTENCE = 18;
/** About the words of a library of lessons on everything. */
const VOCABULARY = 30_000;
/** Of one lesson's subject: every other word of content is one of them. */
const SUBJECT_WORDS = 150;

/** Nearly half of running English. */
const FUNCTION_WORDS =
  'the of and a to in is that it was for on are as with his they at be this from have or by one had not but what all were when we there can an your which their if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know'.split(
    ' ',
  );

const SYLLABLES =
  'ba bel cor dan del fer gal hem in kan lam lor mer mil nor om pal per quin ran rel sal sen tar tel ter tum ul van ver vol xan yor zel'.split(
    ' ',
  );

/** A different word for each rank, longer the rarer. */
function makeWord(rank: number): string {
  let [word, rest] = ['', rank + SYLLABLES.length];
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
}

/** Ranks as words come (Zipf and Mandelbrot): rank r as often as 1 / (r + flat). */
const zipf = (random: () => number, count: number, flat: number): number =>
  Math.floor(flat * ((count + flat) / flat) ** random()) - flat;

export interface MadeLibrary {
  /** Questions in the words of single passages, as people ask: a few words of content among others. */
  readonly questions: readonly string[];
  readonly lessonIds: readonly number[];
  readonly documentSourceIds: readonly string[];
}

/**
 * Fills the database with lessons of one person: text with a vocabulary as uneven as that of a language, vectors that lie
 * about a centre for each lesson.
 */
export async function makeLibrary(
  client: pg.Client,
  owner: { readonly instructorId: number; readonly model: string },
  passageCount: number,
): Promise<MadeLibrary> {
  const random = createRandom(7);
  const vocabulary = Array.from({ length: VOCABULARY }, (_, rank) => makeWord(rank));
  const questions: string[] = [];
  const lessonIds: number[] = [];
  const documentSourceIds: string[] = [];
  let courseId = 0;
  for (let lesson = 0; lesson * PASSAGES_PER_LESSON < passageCount; lesson += 1) {
    if (lesson % LESSONS_PER_COURSE === 0)
      courseId = await insertCourse(client, owner.instructorId, `Course ${lesson / LESSONS_PER_COURSE}`);
    const subject = Array.from(
      { length: SUBJECT_WORDS },
      () => vocabulary[Math.floor(random() * VOCABULARY)] ?? '',
    );
    const content = (): string =>
      random() < 0.5
        ? (subject[zipf(random, SUBJECT_WORDS, 5)] ?? '')
        : (vocabulary[zipf(random, VOCABULARY, 50)] ?? '');
    const word = (): string =>
      random() < 0.45 ? (FUNCTION_WORDS[zipf(random, FUNCTION_WORDS.length, 2)] ?? '') : content();
    const sentence = (): string => {
      const words = Array.from({ length: WORDS_PER_SENTENCE }, word).join(' ');
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    };
    const texts = Array.from({ length: PASSAGES_PER_LESSON }, () =>
      Array.from({ length: SENTENCES_PER_PASSAGE }, sentence).join(' '),
    );
    const centre = makeVector(random, undefined);
    const source = `ds_bench_${owner.instructorId}_${lesson}`;
    await client.query(
      `insert into document_sources (id, instructor_id, plain_text, spoken, embedded_by) values ($1, $2, '', true, $3)`,
      [source, owner.instructorId, owner.model],
    );
    await client.query(
      `insert into passages (docsource_id, position, section, heading, text, start_second, end_second,
                             start_offset, end_offset, embedding)
       select $1, position - 1, position / 10, heading, text, position * 30, position * 30 + 30, 0, 0, vector
       from unnest($2::text[], $3::text[], $4::bytea[]) with ordinality as made (heading, text, vector, position)`,
      [
        source,
        texts.map((_, position) => `${content()} ${Math.floor(position / 10)}`),
        texts,
        texts.map(() => Buffer.from(makeVector(random, centre).buffer)),
      ],
    );
    const title = `${subject[0] ?? ''} and ${subject[1] ?? ''}`;
    const { rows } = await client.query<{ id: number }>(
      `insert into lessons (course_id, title, description, type, kind, source_url, audio_transcript, summary, summary_points,
                            docsource_id)
       values ($1, $2, '', 'lesson', 'video', 'https://video.example/1.mp4', '', '', '[]', $3) returning id`,
      [courseId, title, source],
    );
    documentSourceIds.push(source);
    lessonIds.push(rows[0]?.id ?? 0);
    questions.push(askAbout(random, texts[Math.floor(random() * texts.length)] ?? ''));
  }
  await client.query('vacuum analyze passages');
  return { questions, lessonIds, documentSourceIds };
}

/** What did the lesson say about three to six words of a sentence? */
function askAbout(random: () => number, text: string): string {
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word !== '' && !FUNCTION_WORDS.includes(word));
  const from = Math.floor(random() * (words.length - 6));
  const about = words.slice(from, from + 3 + Math.floor(random() * 4));
  return `What did the lesson say about ${about.slice(0, -1).join(' ')} and ${about.at(-1) ?? ''}?`;
}

async function insertCourse(client: pg.Client, instructorId: number, title: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into courses (instructor_id, title, description, department) values ($1, $2, '', '') returning id`,
    [instructorId, title],
  );
  return rows[0]?.id ?? 0;
}

/** Of unit length; about a centre, at the cosine that passages of one lesson have (about 0.4 to each other). */
function makeVector(random: () => number, centre: Float32Array | undefined): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, index) => {
    const noise = random() + random() + random() + random() - 2;
    return noise * 0.0883 + (centre?.[index] ?? 0) * 0.8;
  });
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
