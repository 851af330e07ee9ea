import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flaw } from '#contract/quizzes.ts';
import { MarkedText } from '#web/ui/flaw-notes.tsx';
import notes from '#web/ui/flaw-notes.module.css';
import { wordFlaw } from '#web/ui/word-flaw.ts';
import { useUnsavedWork } from '#web/ui/unsaved-work.ts';
import { dismissFlaw, restoreFlaw } from './change-questions.ts';
import { flawIdOf } from './editor-ids.ts';
import { DISMISSAL_REASON_MAXIMUM_LENGTH } from '#contract/question-kinds.ts';
import { findDismissal, isDismissible } from './place-flaws.ts';
import type { QuestionPart } from './use-question-editing.ts';
import classes from './editor-flaws.module.css';

type Shown = Omit<QuestionPart, 'number'> & { flaw: Flaw };

/** What the checker finds, each to be dismissed with a reason, and what was dismissed. */
export function EditorFlaws({ flaws, ...shown }: Omit<Shown, 'flaw'> & { flaws: readonly Flaw[] }) {
  const { t } = useTranslation();
  if (flaws.length === 0) return null;
  // Two rules can say the same of a question.
  const noted = new Map(flaws.map((flaw) => [wordFlaw(t, flaw), flaw]));
  return (
    <ul className={notes.flaws}>
      {[...noted].map(([text, flaw]) => {
        const dismissal = findDismissal(shown.question, flaw);
        return dismissal === undefined ? (
          <OpenFlaw key={flaw.code} {...shown} flaw={flaw} text={text} />
        ) : (
          <DismissedFlaw key={flaw.code} {...shown} flaw={flaw} text={text} reason={dismissal.reason} />
        );
      })}
    </ul>
  );
}

function OpenFlaw({ flaw, text, question: { key, isCandidate }, edit, focus }: Shown & { text: string }) {
  const { t } = useTranslation();
  const { code } = flaw;
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  useUnsavedWork(undefined, {
    onLeave: 'ask',
    read: () => (isAsking && reason.trim() !== '' ? reason : undefined),
  });
  const id = flawIdOf(key, code);
  const cancel = (): void => {
    setIsAsking(false);
    focus(id);
  };
  const dismiss = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (reason.trim() === '' || !isDismissible(code)) return;
    edit('dismiss', key, dismissFlaw(key, { code, reason: reason.trim() }));
    focus(id);
  };
  return (
    <li className={notes.flaw}>
      <IconInfoCircle size={18} stroke={1.6} aria-hidden className={notes.flawIcon} />
      <div className={classes.words}>
        <span>
          <MarkedText text={text} words={flaw.words ?? []} />
        </span>
        {isDismissible(code) && !isCandidate && !isAsking && (
          <Button
            id={id}
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={classes.action}
            aria-label={t('editor.dismissFlaw', { flaw: text })}
            onClick={() => setIsAsking(true)}
          >
            {t('editor.dismiss')}
          </Button>
        )}
        {isAsking && (
          <form className={classes.form} onSubmit={dismiss} data-own-undo>
            <TextInput
              dir="auto"
              size="sm"
              label={t('editor.dismissReason')}
              placeholder={t('editor.dismissExample')}
              maxLength={DISMISSAL_REASON_MAXIMUM_LENGTH}
              value={reason}
              autoFocus
              data-mantine-stop-propagation
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') cancel();
              }}
            />
            <Button type="submit" size="compact-sm" disabled={reason.trim() === ''}>
              {t('editor.dismiss')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={cancel}>
              {t('editor.cancelDismissal')}
            </Button>
          </form>
        )}
      </div>
    </li>
  );
}

function DismissedFlaw({
  flaw,
  text,
  reason,
  question: { key },
  edit,
  focus,
}: Shown & { text: string; reason: string }) {
  const { t } = useTranslation();
  const id = flawIdOf(key, flaw.code);
  return (
    <li className={`${notes.flaw ?? ''} ${classes.dismissed ?? ''}`}>
      <IconCheck size={18} stroke={1.6} aria-hidden className={notes.flawIcon} />
      <div className={classes.words}>
        <span>{t('editor.dismissed', { flaw: text })}</span>{' '}
        <span className={classes.reason} dir="auto">
          {t('editor.becauseOf', { reason })}
        </span>
        <Button
          id={id}
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.action}
          aria-label={t('editor.restoreFlaw', { flaw: text })}
          onClick={() => {
            edit('restoreIssue', key, restoreFlaw(key, flaw.code));
            focus(id);
          }}
        >
          {t('editor.restoreIssue')}
        </Button>
      </div>
    </li>
  );
}
