import { createHash } from 'node:crypto';
import type { ExportEntry, ExportGroup } from '../format.ts';

const hash = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);

/**
 * Platforms replace what they imported before under the same identifier, so no two quizzes share one. Letters first: XML allows
 * no digit there.
 */
export const identifyGroup = ({ key }: ExportGroup): string => `quiz-${hash([key])}`;

export const identifyQuestion = ({ question: { text, options }, group, index }: ExportEntry): string =>
  `question-${hash([group.key, index, text, options])}`;

/** Such as `a3`, for the third option. */
export const identifyOption = (index: number): string => `a${index + 1}`;
