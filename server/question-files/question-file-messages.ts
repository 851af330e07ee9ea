import { z } from 'zod';
import type { FileProblem, ReadFile } from './question-file.ts';

export const questionFileRequest = z.object({ path: z.string(), name: z.string() });
export type QuestionFileRequest = z.infer<typeof questionFileRequest>;

export type QuestionFileReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly file: ReadFile }
  | { readonly kind: 'problem'; readonly problem: FileProblem; readonly line: number | null };
