import { readdir, readFile, rm, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createPdfExtractor } from '#server/documents/extract-pdf.ts';
import { splitDocument, type SplitText } from '#server/documents/split-document.ts';
import { splitTranscript } from '#server/documents/split-transcript.ts';
import { decodeText } from '#server/documents/decode-text.ts';
import { parseTranscript } from '#server/documents/subtitles.ts';
import { extractTextPages } from '#server/documents/text-blocks.ts';
import type { Cue } from '#server/ai/speech-to-text.ts';
import type { LessonOutcome, LessonText } from '#server/language/lesson-text.ts';
import { splitWords } from './measures/content-words.ts';
import { makeHandout } from './make-handout.ts';

const DIRECTORY = join(import.meta.dirname, 'lessons');

/** How a lesson reaches Lectern: as plain text, as a PDF, or as a transcript without or with times. */
type LessonForm = 'text' | 'pdf' | 'spoken' | 'cues';

/** A lesson that the product was never tuned on, with the facts recorded about it before it was first summarized. */
export interface EvaluationLesson {
  /** The name of its files. */
  readonly name: string;
  readonly form: LessonForm;
  readonly style: string;
  /** Only its totals are shown, so that no one tunes the code on it. */
  readonly heldBack: boolean;
  readonly text: LessonText;
  readonly keyFacts: readonly string[];
  readonly outcomes: readonly LessonOutcome[];
  readonly words: number;
  /** How many sections hold text. */
  readonly sections: number;
}

const notes = z.strictObject({
  form: z.enum(['text', 'pdf', 'spoken', 'cues']),
  style: z.string(),
  held_back: z.boolean().default(false),
  key_facts: z.array(z.string()).min(12).max(40),
  outcomes: z
    .array(z.strictObject({ short_name: z.string().max(5), description: z.string() }))
    .min(3)
    .max(5),
});

/** The names of the lessons, in alphabetical order. */
export async function listLessonNames(): Promise<string[]> {
  const files = await readdir(DIRECTORY);
  return files
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -4))
    .toSorted();
}

/** Reads a lesson the way Lectern does: through its readers of text, PDFs and transcripts. */
export async function readEvaluationLesson(name: string): Promise<EvaluationLesson> {
  const [source, json] = await Promise.all([
    readFile(join(DIRECTORY, `${name}.txt`), 'utf8'),
    readFile(join(DIRECTORY, `${name}.json`), 'utf8'),
  ]);
  const { form, style, held_back: heldBack, key_facts: keyFacts, outcomes } = notes.parse(JSON.parse(json));
  const title = /^# (.+)$/mu.exec(source)?.[1] ?? name;
  const split = await splitSource(source, form);
  const text = { ...toLessonText(split, title, form === 'spoken' || form === 'cues'), outcomes };
  return { name, form, style, heldBack, text, keyFacts, outcomes, ...sizeOf(text) };
}

/** Words and sections of a lesson, as the measures count them. */
export function sizeOf(text: LessonText): { readonly words: number; readonly sections: number } {
  return {
    words: text.passages.reduce((sum, passage) => sum + splitWords(passage.text).length, 0),
    sections: new Set(text.passages.map((passage) => passage.section)).size,
  };
}

/** A lesson from an uploaded plain text. */
export function readPlainText(source: string, title: string): LessonText {
  return toLessonText(splitDocument(extractTextPages(Buffer.from(source, 'utf8'))), title, false);
}

function toLessonText(split: SplitText, title: string, spoken: boolean): LessonText {
  return {
    title,
    spoken,
    passages: split.passages.map((passage) => ({ ...passage, id: `p${passage.position}` })),
  };
}

async function splitSource(source: string, form: LessonForm): Promise<SplitText> {
  const speech = source.replace(/^# .*$/mu, '').trim();
  if (form === 'cues') return splitTranscript(makeCues(speech));
  if (form === 'pdf') return splitDocument(await readAsPdf(source));
  if (form === 'text') return splitDocument(extractTextPages(Buffer.from(source, 'utf8')));
  const bytes = Buffer.from(speech, 'utf8');
  const { cues } = parseTranscript(decodeText(bytes).text);
  return cues.length > 0 ? splitTranscript(cues) : splitDocument(extractTextPages(bytes));
}

/** Sets the text as a handout and reads that again, so that line ends, pages and running heads have their chance to hurt. */
async function readAsPdf(source: string): ReturnType<ReturnType<typeof createPdfExtractor>['extract']> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-evaluation-'));
  const extractor = createPdfExtractor();
  try {
    const path = join(directory, 'handout.pdf');
    await writeFile(path, await makeHandout(source.replace(/^(## .*)$/gmu, '$1\n')));
    return await extractor.extract(path);
  } finally {
    await extractor.close();
    await rm(directory, { recursive: true, force: true });
  }
}

const SECONDS_A_WORD = 0.4;
const WORDS_A_CUE = 11;
const PAUSE_BETWEEN_PARAGRAPHS_SECONDS = 1.5;

/**
 * Timed cues as a recognizer returns them: about eleven words each, often ending in mid-sentence, at 150 words a minute, with a
 * pause between paragraphs.
 */
function makeCues(speech: string): Cue[] {
  const cues: Cue[] = [];
  let second = 0;
  for (const paragraph of speech.split(/\n\s*\n/u)) {
    const words = paragraph.split(/\s+/u).filter((word) => word !== '');
    for (let at = 0; at < words.length; at += WORDS_A_CUE) {
      const part = words.slice(at, at + WORDS_A_CUE);
      const endSecond = second + part.length * SECONDS_A_WORD;
      cues.push({ startSecond: second, endSecond, text: part.join(' ') });
      second = endSecond;
    }
    second += PAUSE_BETWEEN_PARAGRAPHS_SECONDS;
  }
  return cues;
}
