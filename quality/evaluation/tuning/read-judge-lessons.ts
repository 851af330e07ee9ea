import { readFile } from 'node:fs/promises';
import { readPlainText, readSpeech } from '../reading/read-lessons.ts';
import type { LibraryLesson } from '../run/open-library.ts';
import type { TuningQuestions } from './read-tuning.ts';

const FOLDER = new URL('../../training/answer-judge/', import.meta.url);

/**
 * Reads the lessons that the answer judge was not trained on, with their questions (quality/training/answer-judge/README.md): more
 * to fit the weights on, of subjects that the judge does not know by heart.
 */
export async function readJudgeLessons(): Promise<{
  readonly lessons: LibraryLesson[];
  readonly questions: TuningQuestions;
}> {
  const names = (await readFile(new URL('held-out.txt', FOLDER), 'utf8')).trim().split(/\s+/u);
  const sources = splitLessons(await readFile(new URL('lessons.txt', FOLDER), 'utf8'));
  const lessons: LibraryLesson[] = [];
  const answerable: TuningQuestions['answerable'][number][] = [];
  const unanswerable: TuningQuestions['unanswerable'][number][] = [];
  for (const name of names) {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`lessons.txt has no lesson ${name}, which held-out.txt names.`);
    const { title, spoken, text, sentences, questions } = readLesson(source);
    lessons.push({ name, text: spoken ? readSpeech(text, title) : readPlainText(text, title) });
    for (const { about, question } of questions) {
      const quotes = /^[\d ]+$/u.test(about)
        ? about.split(' ').map((number) => sentences[Number(number) - 1] ?? '')
        : undefined;
      if (quotes === undefined) unanswerable.push({ question, kind: `judge_${about}`, near: name });
      else answerable.push({ lesson: name, question, kind: 'judge', needs: 'any', quotes });
    }
  }
  return { lessons, questions: { answerable, unanswerable } };
}

/** The lessons of the file by name: each begins with a line "=== name". */
export const splitLessons = (file: string): ReadonlyMap<string, string> =>
  new Map(
    [...file.matchAll(/^=== (\S+)\n([^]*?)(?=^=== |(?![^]))/gmu)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  );

/** Sentences stand alone on their lines there; here they make paragraphs, as lessons do. */
function readLesson(source: string): {
  readonly title: string;
  readonly spoken: boolean;
  readonly text: string;
  readonly sentences: readonly string[];
  readonly questions: readonly { readonly about: string; readonly question: string }[];
} {
  const [above = '', below = ''] = source.split('== questions');
  const title = /^# (.+)$/mu.exec(above)?.[1] ?? '';
  const spoken = /^style: spoken$/mu.test(above);
  const lines = above.split('\n').filter((line) => /^(?:\d+ |## )/u.test(line));
  const sentences = lines.flatMap((line) => /^\d+ (.+)$/u.exec(line)?.slice(1) ?? []);
  const text = lines
    .map((line) => (line.startsWith('## ') ? `\n\n${line}\n\n` : `${line.replace(/^\d+ /u, '')} `))
    .join('');
  return {
    title,
    spoken,
    text: spoken
      ? text
          .replace(/^## .*$/gmu, '')
          .replace(/\s+/gu, ' ')
          .trim()
      : `# ${title}\n${text}`,
    sentences,
    questions: [...below.matchAll(/^[+-] ([^|\n]+?) \| (.+)$/gmu)].map(([, about = '', question = '']) => ({
      about,
      question: question.trim(),
    })),
  };
}
