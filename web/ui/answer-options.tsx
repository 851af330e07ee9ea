import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './answer-options.module.css';

/** Answers up to this many characters fit side by side. */
const SHORT_LENGTH = 44;

export function AnswerOptions({
  options,
  isCompact = false,
}: {
  options: readonly { text: string; is_correct: boolean }[];
  /** Without frames, and short answers side by side where there is room: for long lists of questions. */
  isCompact?: boolean;
}) {
  const { t } = useTranslation();
  if (options.length === 0) return null;
  const isShort = options.every(({ text }) => text.length <= SHORT_LENGTH);
  return (
    <ol
      className={classes.options}
      data-compact={isCompact || undefined}
      data-columns={(isCompact && isShort) || undefined}
    >
      {options.map((option, place) => (
        <li key={place} className={classes.option} data-correct={option.is_correct || undefined}>
          {option.is_correct ? (
            <IconCircleCheckFilled size={20} aria-hidden />
          ) : (
            <IconCircle size={20} stroke={1.4} aria-hidden />
          )}
          <span dir="auto">{option.text}</span>
          {option.is_correct && <VisuallyHidden>{t('quizzes.correctAnswer')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
