import type { LessonPassage } from '../language/lesson-text.ts';
import { fenceCode } from '../../items/stem-parts.ts';

/**
 * A passage as a model reads it: code in a fence, a table under a line that says so, anything else as it is.
 * @param longest characters of the passage that are shown
 */
export function showPassage({ kind, text }: Pick<LessonPassage, 'kind' | 'text'>, longest: number): string {
  const whole = kind === 'prose' || kind === 'slide' ? text.trim() : text.trimEnd();
  const shown = whole.slice(0, Math.max(0, longest));
  if (shown.trim() === '') return '';
  if (kind === 'code') return fenceCode(shown);
  return kind === 'table' ? `Table:\n${shown}` : shown;
}
