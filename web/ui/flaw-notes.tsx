import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Flaw } from '#contract/quizzes.ts';
import { markWords } from './mark-words.ts';
import { wordFlaw } from './word-flaw.ts';
import classes from './flaw-notes.module.css';

export function FlawNotes({ flaws, intro }: { flaws: readonly Flaw[]; intro?: string }) {
  const { t } = useTranslation();
  if (flaws.length === 0) return null;
  // Two rules can say the same of a question.
  const notes = new Map(flaws.map((flaw) => [wordFlaw(t, flaw), flaw]));
  return (
    <ul className={classes.flaws}>
      {[...notes].map(([text, flaw]) => (
        <li key={text} className={classes.flaw}>
          <IconInfoCircle size={18} stroke={1.6} aria-hidden className={classes.flawIcon} />
          <span>
            {intro !== undefined && <strong>{intro} </strong>}
            <MarkedText text={text} words={flaw.words ?? []} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part, place) =>
    part.isMarked ? (
      <span key={place} className={classes.fault}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
