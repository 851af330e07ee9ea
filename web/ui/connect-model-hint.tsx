import { Anchor, CloseButton, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '#web/api-client/browser-storage.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { useWriter } from '#web/api-client/writer.queries.ts';
import type { Message } from '#contract/messages/message.ts';
import classes from './connect-model-hint.module.css';
import { Link } from './link.tsx';
import { paths } from './paths.ts';
import { wordMessage } from './word-message.ts';

const WITHOUT_MODEL = /_without_model$|^questions_english_only$|^questions_beyond_small_model$/u;

export function ConnectModelHint({ reason }: { reason: Message | null | undefined }) {
  const { data } = useWriter();
  // A model may have been connected since the quiz was made.
  if (reason == null || !WITHOUT_MODEL.test(reason.code) || data?.strength === 'strong') return null;
  return (
    <Text size="sm" mt={4} dir="auto">
      <WayToModel />
    </Text>
  );
}

type Place = 'quiz' | 'summary' | 'assistant' | 'bank';

/** What to expect of the current language model, and how to get a stronger one. For a strong one, only whether its budget is used up. */
export function ModelNote({ place, canDismiss = true }: { place: Place; canDismiss?: boolean }) {
  const { t } = useTranslation();
  const { data } = useWriter();
  const strength = data?.strength;
  const name = `modelNote.${place}.${strength ?? ''}`;
  const [dismissed, setDismissed] = useState<string>();
  if (data?.budget_note != null)
    return (
      <Note onDismiss={undefined}>
        {wordMessage(t, data.budget_note_coded, data.budget_note)} <RaiseBudget />
      </Note>
    );
  if (strength === undefined || strength === 'strong') return null;
  if (canDismiss && (dismissed === name || readStored(name) !== null)) return null;
  return (
    <Note
      onDismiss={
        canDismiss
          ? () => {
              writeStored(name, 'dismissed');
              setDismissed(name);
            }
          : undefined
      }
    >
      {t(`common.modelNote.${place}.${strength}`)} <WayToModel />
    </Note>
  );
}

function RaiseBudget() {
  const { t } = useTranslation();
  const { user } = useSession();
  if (user?.is_staff !== true) return null;
  return (
    <Anchor component={Link} to={paths.languageModel} inherit className={classes.way}>
      {t('common.modelNote.raiseBudget')}
    </Anchor>
  );
}

function Note({ onDismiss, children }: { onDismiss: (() => void) | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div role="note" className={classes.note}>
      <Text size="sm" c="dimmed" dir="auto">
        {children}
      </Text>
      {onDismiss !== undefined && (
        <CloseButton size="sm" aria-label={t('common.modelNote.dismiss')} onClick={onDismiss} />
      )}
    </div>
  );
}

function WayToModel() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data } = useWriter();
  if (user?.is_staff === true)
    return (
      <Anchor component={Link} to={paths.languageModel} inherit className={classes.way}>
        {t('quizzes.connectModel')}
      </Anchor>
    );
  if (data === undefined) return null;
  const [name] = data.administrators;
  return name === undefined ? t('quizzes.askAdministrator') : t('quizzes.askAdministratorNamed', { name });
}
