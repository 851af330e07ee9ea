import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { createPdfExtractor } from '#server/documents/extract-pdf.ts';
import type { DocumentPage } from '#server/documents/document-blocks.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { extractTextPages } from '#server/documents/text-blocks.ts';
import type { LessonText } from '#server/language/lesson-text.ts';

const DIRECTORY = join(import.meta.dirname, 'lessons');

const expertQuestion = z.object({
  level: z.enum(['remember', 'understand', 'apply', 'analyze']),
  stem: z.string(),
  key: z.string(),
  distractors: z.array(z.string()).length(3),
  quote: z.string(),
  explanation: z.string(),
});

const notes = z.object({
  form: z.enum(['text', 'spoken']),
  style: z.string(),
  key_facts: z.array(z.string()),
  outcomes: z.array(z.object({ short_name: z.string().max(5), description: z.string() })),
  expert_questions: z.array(expertQuestion),
  flawed_questions: z.array(expertQuestion.extend({ fault: z.enum(['wrong_key', 'second_right_answer']) })),
});

/** A lesson with questions that an expert wrote on it, good ones and ones with a known fault. */
export interface ExpertLesson extends z.infer<typeof notes> {
  readonly name: string;
  readonly text: LessonText;
}

/** A lesson as Lectern reads an uploaded text file; passages are numbered p0, p1, … */
export async function readExpertLesson(name: string, directory = DIRECTORY): Promise<ExpertLesson> {
  const read = notes.parse(JSON.parse(await readFile(join(directory, `${name}.json`), 'utf8')));
  const text = await readLessonFile(join(directory, `${name}.txt`));
  return { ...read, name, text: { ...text, spoken: read.form === 'spoken', outcomes: read.outcomes } };
}

/** A text file, whose first line may be a title (`# …`), or a PDF, as Lectern reads them. */
export async function readLessonFile(path: string): Promise<LessonText> {
  const name = basename(path, extname(path));
  if (extname(path) === '.pdf') return toLesson(name, await extractPdf(path));
  const source = await readFile(path, 'utf8');
  const body = source.replace(/^# .*$/mu, '').trim();
  return toLesson(/^# (.*)$/mu.exec(source)?.[1] ?? name, extractTextPages(Buffer.from(body, 'utf8')));
}

async function extractPdf(path: string): Promise<DocumentPage[]> {
  const extractor = createPdfExtractor();
  try {
    return await extractor.extract(path);
  } finally {
    await extractor.close();
  }
}

const toLesson = (title: string, pages: readonly DocumentPage[]): LessonText => ({
  title,
  spoken: false,
  passages: splitDocument(pages).passages.map((passage, index) => ({ ...passage, id: `p${index}` })),
});
