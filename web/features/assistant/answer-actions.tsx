import { Button } from '@mantine/core';
import { IconListCheck, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '#contract/evidence.ts';
import type { SearchScope } from '#contract/search.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { formatPages } from '#web/ui/format-pages.ts';
import { writeAnswerAsText } from './answer-as-text.ts';
import { findMainLesson, type AnswerTurn, type CitedLesson } from './answer-turn.ts';
import classes from './answer.module.css';

/** What can be done about an answer. They stay the same from one drawing to the next. */
export interface AnswerHandlers {
  readonly onTryAgain: (id: number, elsewhere?: { scope: SearchScope | null }) => void;
  readonly onMakeQuiz: (lesson: CitedLesson, words: string) => void;
}

/** Copy, create a quiz, ask again: unobtrusive, below an answer. */
export function AnswerActions({
  id,
  turn,
  isLast,
  handlers,
}: {
  id: number;
  turn: AnswerTurn;
  isLast: boolean;
  handlers: AnswerHandlers;
}) {
  const { t } = useTranslation();
  const lesson = findMainLesson(turn);
  const hasWords = turn.statements.length > 0;
  const canAskAgain = isLast && turn.question !== '' && turn.state !== 'failed';
  const words = {
    sources: t('assistant.sources'),
    pages: (evidence: Evidence) => formatPages(evidence, t),
  };
  if (!hasWords && !canAskAgain) return null;
  return (
    <div className={classes.actions}>
      {hasWords && (
        <CopyButton
          label={t('assistant.copy')}
          words={{
            copied: t('assistant.copied'),
            notCopied: t('assistant.notCopied'),
            notCopiedHelp: t('assistant.notCopiedHelp'),
          }}
          read={() => writeAnswerAsText(turn, words)}
        />
      )}
      {lesson !== undefined && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconListCheck size={16} stroke={1.7} aria-hidden />}
          onClick={() => handlers.onMakeQuiz(lesson, t('assistant.quizAbout'))}
        >
          {t('assistant.quizAbout')}
        </Button>
      )}
      {canAskAgain && (
        <Button
          variant={turn.state === 'unanswered' ? 'default' : 'subtle'}
          color="gray"
          size="xs"
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
          onClick={() => handlers.onTryAgain(id)}
        >
          {t(turn.state === 'unanswered' ? 'assistant.askOnceMore' : 'common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
