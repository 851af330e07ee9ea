import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import type { DraftQuestion } from '#contract/question-editing.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import { IMPORTED_ITEMS_MAXIMUM, type ImportNote, type ImportPreview } from '#contract/quiz-import.ts';
import { getLessonText, type TimeEvidence } from '#server/features/lessons/lesson-text.ts';
import { FileMissingError } from '#server/files/file-store.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { ProblemError } from '#server/problem-error.ts';
import {
  QuestionFileError,
  type FilePart,
  type ReadFile,
  type ReadQuestion,
} from '#server/question-files/question-file.ts';
import { readQuestionFile } from '#server/question-files/read-question-file.ts';
import { MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES } from '#server/question-files/read-package.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { assessQuestions, prepareMaterial, type KeptQuestion } from '../editing/kept-questions.ts';
import { createEvidenceFinder } from './find-evidence.ts';

type Needed = Pick<WorkerDependencies, 'config' | 'database' | 'files' | 'answerJudge'>;
interface Material {
  readonly text: LessonText;
  readonly timeEvidence: TimeEvidence;
}
type QuestionPart = Extract<FilePart, { question: unknown }>;

/** Reads the file and finds what the lesson says about its questions. @throws {ProblemError} questions_unreadable, not_found. */
export async function previewQuestionFile(
  dependencies: Needed,
  {
    lesson_id: lessonId,
    file_key: key,
    file_name: name,
  }: { lesson_id: number; file_key: string; file_name: string },
  signal: AbortSignal,
): Promise<ImportPreview> {
  const file = await readFile(dependencies, key, name, signal);
  const material = await findMaterial(dependencies, lessonId);
  const parts = file.parts.filter((part): part is QuestionPart => 'question' in part);
  const { kept, notes } = await keepImported(dependencies, parts, { lessonId, material }, signal);
  const assessed = await assessQuestions(kept, new Map([[lessonId, material && prepareMaterial(material)]]));
  return {
    format: file.format,
    name: file.name,
    lesson_has_text: material !== undefined,
    questions: assessed.map((question: DraftQuestion, index) => ({
      place: parts[index]?.place ?? { item: index + 1, line: null, file: null },
      question,
      notes: notes[index] ?? [],
    })),
    unread: file.parts.flatMap((part) => ('unread' in part ? [{ place: part.place, ...part.unread }] : [])),
  };
}

async function readFile(
  dependencies: Needed,
  key: string,
  name: string,
  signal: AbortSignal,
): Promise<ReadFile> {
  try {
    return await dependencies.files.withLocalFile(key, (path) =>
      readQuestionFile(path, name, { signal, temporaryFolder: dependencies.config.dataDirectory }),
    );
  } catch (error) {
    if (error instanceof FileMissingError) throw new ProblemError('import_file_gone', { cause: error });
    if (error instanceof QuestionFileError)
      throw new ProblemError({ problem: 'questions_unreadable', message: explain(error) }, { cause: error });
    throw error;
  }
}

/** What is wrong with the file as a whole, and what to do. */
function explain({ problem, line }: QuestionFileError): Message {
  switch (problem) {
    case 'broken_xml':
    case 'doctype':
    case 'too_deep':
      return message(`import_${problem}`, { line: line ?? 1 });
    case 'large_zip':
      return message('import_large_zip', { files: MOST_PACKAGE_FILES, bytes: MOST_PACKAGE_BYTES });
    case 'too_many_questions':
      return message('import_too_many_questions', { maximum: IMPORTED_ITEMS_MAXIMUM });
    default:
      return message(`import_${problem}`);
  }
}

/** Undefined while the lesson has no text. @throws {ProblemError} not_found. */
async function findMaterial(dependencies: Needed, lessonId: number): Promise<Material | undefined> {
  try {
    return await getLessonText(dependencies, lessonId);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'transcript_missing') return undefined;
    throw error;
  }
}

async function keepImported(
  { answerJudge }: Needed,
  parts: readonly QuestionPart[],
  { lessonId, material }: { lessonId: number; material: Material | undefined },
  signal: AbortSignal,
): Promise<{ kept: KeptQuestion[]; notes: ImportNote[][] }> {
  const finder = createEvidenceFinder(material?.text.passages ?? [], (...asked) =>
    answerJudge.judge(...asked),
  );
  const outcomes = new Set(material?.text.outcomes?.map(({ short_name: name }) => name));
  const kept: KeptQuestion[] = [];
  const notes: ImportNote[][] = [];
  for (const { question, notes: ofFile } of parts) {
    const evidence = await finder.find(question, signal);
    const timed = evidence === null || material === undefined ? null : await material.timeEvidence(evidence);
    const rated = rate(question, timed?.quote ?? null);
    const isKnown = question.outcome === null || outcomes.has(question.outcome);
    notes.push([...ofFile, ...rated.notes, ...(isKnown ? [] : (['outcome_unknown'] as const))]);
    kept.push({
      id: null,
      lesson_id: lessonId,
      text: question.text,
      type: question.type,
      blooms_taxonomy: rated.level,
      difficulty: rated.difficulty,
      outcome: isKnown ? question.outcome : null,
      options: [...question.options],
      explanation: question.explanation,
      evidence: timed,
      key_points: [...question.key_points],
      dismissed_flaws: [],
      rubric: question.rubric,
      written_by: 'instructor',
    });
  }
  return { kept, notes };
}

/** Level and difficulty as the file says or, where it does not, as they are found. */
function rate(question: ReadQuestion, quote: string | null) {
  const item = { text: question.text, type: question.type, options: question.options, quote };
  const level = question.level ?? findLevel(item);
  const notes: ImportNote[] = question.level === null ? ['level_estimated'] : [];
  if (question.difficulty !== null) return { level, difficulty: question.difficulty, notes };
  notes.push('difficulty_estimated');
  return { level, difficulty: estimateDifficulty(item, level).difficulty, notes };
}
