import type { Flaw } from '../../../../contract/quizzes.ts';
import { MarkedText } from '../../../ui/flaw-notes.tsx';
import { markWords } from '../../../ui/mark-words.ts';
import classes from './editor.module.css';

/** Underlined from end to end, a text tells nothing of its words. */
const MOST_OF_TEXT = 0.7;

/**
 * The text of a field once more with the words at fault underlined, since a field cannot underline its own. Hidden from
 * screen readers: the flaws below name the words.
 */
export function FaultyWords({ text, flaws }: { text: string; flaws: readonly Flaw[] }) {
  const words = flaws
    .flatMap((flaw) => flaw.words ?? [])
    .filter((word) => word.length < text.length * MOST_OF_TEXT);
  if (!markWords(text, words).some(({ isMarked }) => isMarked)) return null;
  return (
    <p className={classes.echo} dir="auto" aria-hidden>
      <MarkedText text={text} words={words} />
    </p>
  );
}
