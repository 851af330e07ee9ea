import pg from 'pg';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Course } from '#contract/courses.ts';
import type { WireLesson } from '#contract/lessons.ts';
import { fingerprintOf } from '#server/language/question-fingerprint.ts';
import { hashOutcomes } from '#server/features/quizzes/bank/match-bank-outcomes.ts';

/** Reaches states that no call creates. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

const LEVELS = ['remember', 'understand', 'apply'] as const;
const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

export interface BankOptions {
  readonly count?: number;
  readonly style?: 'multiple_choice' | 'essay';
  /** Of the first questions; the others ask for a word of the lesson. */
  readonly stems?: readonly string[];
  /** As if the small model had written them and no one had reviewed them. */
  readonly areDrafts?: boolean;
}

interface Sentence {
  readonly passageId: string;
  readonly heading: string | null;
  readonly section: number;
  readonly quote: string;
  /** Its last word is the key of the question about it. */
  readonly last: string;
}

/**
 * Gives a lesson a ready question bank, which would otherwise take the models half a minute: each question asks for the last word of a
 * sentence of the lesson. A quiz of no more questions is drawn from it immediately.
 */
export async function insertBank(
  { id, docsource_id: documentSourceId }: Pick<WireLesson, 'id' | 'docsource_id'>,
  { outcomes }: Pick<Course, 'outcomes'>,
  { count = 12, style = 'multiple_choice', stems = [], areDrafts = false }: BankOptions = {},
): Promise<void> {
  const passages = await query<{ id: string; section: number; heading: string | null; text: string }>(
    'select id, section, heading, text from passages where docsource_id = $1 order by position',
    [documentSourceId],
  );
  const sections = [...new Set(passages.map(({ section }) => section))];
  const sentences = passages
    .flatMap((passage) =>
      passage.text
        .split(/(?<=\.)\s+/u)
        .flatMap((quote): Sentence[] => {
          const last = /^(?:\S+ ){6,30}(\p{Ll}{4,})\.$/u.exec(quote)?.[1];
          if (last === undefined) return [];
          const { id: passageId, heading } = passage;
          return [{ passageId, heading, section: sections.indexOf(passage.section), quote, last }];
        })
        .map((sentence, place) => ({ sentence, place })),
    )
    // The first sentence of each passage, then the second of each: the questions spread over the lesson.
    .toSorted((one, other) => one.place - other.place)
    .map(({ sentence }) => sentence)
    .filter((sentence, place, all) => all.findIndex(({ last }) => last === sentence.last) === place);
  if (sentences.length < Math.max(count, 4)) throw new Error(`Lesson ${id} has too few sentences.`);
  await query(
    `insert into question_banks (lesson_id, status, target_count, outcomes_hash) values ($1, 'ready', $2, $3)
     on conflict (lesson_id) do update set status = 'ready', target_count = $2, outcomes_hash = $3`,
    [id, count, hashOutcomes(outcomes)],
  );
  const rows = sentences.slice(0, count).map((sentence, place) => {
    const written = style === 'essay' ? askForEssay(sentence, place) : askFor(sentence, place, sentences);
    const question = { ...written, text: stems[place] ?? written.text };
    return {
      fingerprint: fingerprintOf(question),
      section: sentence.section,
      score: 0.9 - place / 100,
      question,
    };
  });
  await query(
    `insert into question_candidates (lesson_id, fingerprint, section, score, question, written_by, is_draft)
     select $1, fingerprint, section, score, question, $3, $4
     from jsonb_to_recordset($2::jsonb) as row (fingerprint text, section int, score real, question jsonb)`,
    [id, JSON.stringify(rows), areDrafts ? 'small_model' : 'composer', areDrafts],
  );
}

/** The same for the short lesson shown on a page. */
export async function insertBankOfShown(page: Page): Promise<void> {
  const id = Number(/\/lessons\/(\d+)/u.exec(page.url())?.[1]);
  const [lesson] = await query<Pick<WireLesson, 'id' | 'docsource_id'>>(
    'select id, docsource_id from lessons where id = $1',
    [id],
  );
  if (lesson === undefined) throw new Error(`No lesson is shown at ${page.url()}.`);
  await insertBank(lesson, { outcomes: [] }, { count: 4 });
}

const describe = ({ quote, passageId, heading }: Sentence, place: number) => ({
  blooms_taxonomy: LEVELS[place % LEVELS.length],
  difficulty: DIFFICULTIES[Math.floor(place / LEVELS.length) % DIFFICULTIES.length],
  outcome: null,
  explanation: quote,
  evidence: {
    quote,
    passage_id: passageId,
    page: null,
    start_second: null,
    end_second: null,
    ...(heading === null ? {} : { section: heading }),
  },
  flaws: [],
});

function askFor(sentence: Sentence, place: number, all: readonly Sentence[]) {
  const { quote, last } = sentence;
  const others = [1, 2, 3].map((step) => all[(place + step) % all.length]?.last ?? '');
  return {
    ...describe(sentence, place),
    type: 'multiple_choice',
    text: `Which word ends the sentence “${quote.split(' ').slice(0, 8).join(' ')}...”?`,
    options: [last, ...others].map((text, index) => ({ text, is_correct: index === 0 })),
    key_points: [],
    rubric: null,
  };
}

const askForEssay = (sentence: Sentence, place: number) => ({
  ...describe(sentence, place),
  type: 'essay',
  text: `Explain in your own words why this is so: ${sentence.quote}`,
  options: [],
  key_points: [sentence.quote],
  rubric: 'One point for each cause.',
});
