import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXTENSION_MINUTES_MAXIMUM, type LiveQuiz } from '#contract/shared-quizzes.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from '../results.module.css';
import { stateOf } from './describe-progress.ts';
import type { useLiveAction } from './live.queries.ts';

const isExtension = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= 1 && minutes <= EXTENSION_MINUTES_MAXIMUM;

const CLOSE_BUTTON = 'close-live-quiz';

/** Time for everyone, and the end of the quiz. */
export function LiveControls({
  live: { quiz, attempts },
  now,
  action,
}: {
  live: LiveQuiz;
  now: number;
  action: ReturnType<typeof useLiveAction>;
}) {
  const { t } = useTranslation();
  const focus = useFocusRequest();
  const [minutes, setMinutes] = useState('5');
  const [given, setGiven] = useState<number>();
  const [isClosing, setIsClosing] = useState(false);
  const running = attempts.filter((attempt) => attempt.submitted_at === null);
  const answering = running.filter((attempt) => stateOf(attempt, now) === 'answering');
  const hasDeadline = running.some(({ deadline_at: deadline }) => deadline !== null);
  const close = (): void =>
    action.mutate(
      { kind: 'close', closesAt: new Date(now).toISOString() },
      {
        onSettled: () => {
          setIsClosing(false);
          focus(CLOSE_BUTTON);
        },
      },
    );
  return (
    <section className={classes.card} aria-labelledby="live-time">
      <Title order={2} id="live-time">
        {t('results.live.time')}
      </Title>
      <Group align="flex-end" gap="sm">
        {hasDeadline && (
          <>
            <TextInput
              type="number"
              label={t('results.live.minutes')}
              w={110}
              min={1}
              max={EXTENSION_MINUTES_MAXIMUM}
              value={minutes}
              onChange={({ currentTarget: { value } }) => setMinutes(value)}
            />
            <Button
              variant="default"
              disabled={!isExtension(Number(minutes))}
              loading={action.isPending && action.variables.kind === 'extend'}
              onClick={() =>
                action.mutate(
                  { kind: 'extend', minutes: Number(minutes) },
                  { onSuccess: () => setGiven(Number(minutes)) },
                )
              }
            >
              {t('results.live.extendAll')}
            </Button>
          </>
        )}
        {quiz.state === 'closed' ? (
          <Button
            id={CLOSE_BUTTON}
            variant="default"
            loading={action.isPending && action.variables.kind === 'reopen'}
            onClick={() => action.mutate({ kind: 'reopen', closesAt: null })}
          >
            {t('results.live.reopen')}
          </Button>
        ) : (
          <Button
            id={CLOSE_BUTTON}
            variant="default"
            loading={action.isPending && action.variables.kind === 'close'}
            onClick={() => (answering.length === 0 ? close() : setIsClosing(true))}
          >
            {t('results.live.close')}
          </Button>
        )}
        <Text role="status" size="sm">
          {given !== undefined && action.isSuccess && t('results.live.extended', { minutes: given })}
        </Text>
      </Group>
      {isClosing && (
        <ConfirmDialog
          title={t('results.live.closeTitle')}
          text={t('results.live.closeText', { count: answering.length })}
          confirmLabel={t('results.live.close')}
          isWorking={action.isPending}
          failure={action.isError ? explainFailure(t, action.error) : undefined}
          onConfirm={close}
          onClose={() => {
            setIsClosing(false);
            focus(CLOSE_BUTTON);
          }}
        />
      )}
    </section>
  );
}
