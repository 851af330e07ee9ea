import { ActionIcon, Text, Title } from '@mantine/core';
import { IconClockPlus, IconDots, IconPlayerPlay, IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveAttempt } from '#contract/shared-quizzes.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatTime } from '#web/ui/format.ts';
import type { MenuAction } from '#web/ui/menu-actions.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from '../results.module.css';
import { countAnswered, stateOf } from './describe-progress.ts';
import type { useLiveAction } from './live.queries.ts';

const EXTENSIONS_MINUTES = [5, 15];
const HEADING = 'live-students';

interface Props {
  readonly attempts: readonly LiveAttempt[];
  readonly now: number;
  readonly action: ReturnType<typeof useLiveAction>;
}

/** Who takes the quiz and how far they are. */
export function LiveStudents({ attempts, now, action }: Props) {
  const { t } = useTranslation();
  const focus = useFocusRequest();
  const [reset, setReset] = useState<LiveAttempt>();
  const nameOf = ({ student_name: name, id }: LiveAttempt): string =>
    name || t('results.students.unnamed', { number: id });
  return (
    <section className={classes.card} aria-labelledby={HEADING}>
      <Title order={2} id={HEADING} tabIndex={-1}>
        {t('results.live.students.title')}
      </Title>
      <div className={classes.scroller} tabIndex={0} role="group" aria-labelledby={HEADING}>
        <table className={classes.compactTable}>
          <thead>
            <tr>
              <th scope="col">{t('results.live.students.student')}</th>
              <th scope="col">{t('results.live.students.progress')}</th>
              <th scope="col">{t('results.live.students.state')}</th>
              <th scope="col" aria-label={t('results.students.actions')} />
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <StudentRow
                key={attempt.id}
                attempt={attempt}
                name={nameOf(attempt)}
                now={now}
                action={action}
                onReset={() => setReset(attempt)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {reset !== undefined && (
        <ConfirmDialog
          title={t('results.live.students.resetTitle', { name: nameOf(reset) })}
          text={t('results.live.students.resetText', { count: countAnswered(reset) })}
          confirmLabel={t('results.live.students.resetConfirm')}
          isWorking={action.isPending}
          failure={action.isError ? explainFailure(t, action.error) : undefined}
          error={action.error}
          onConfirm={() =>
            action.mutate(
              { kind: 'reset', attemptId: reset.id },
              {
                onSuccess: () => {
                  setReset(undefined);
                  focus(HEADING);
                },
              },
            )
          }
          onClose={() => {
            setReset(undefined);
            focus(menuIdOf(reset));
          }}
        />
      )}
    </section>
  );
}

const menuIdOf = ({ id }: LiveAttempt): string => `live-attempt-${id}-menu`;

function StudentRow({
  attempt,
  name,
  now,
  action,
  onReset,
}: Omit<Props, 'attempts'> & { attempt: LiveAttempt; name: string; onReset: () => void }) {
  const { t, i18n } = useTranslation();
  const answered = countAnswered(attempt);
  const state = stateOf(attempt, now);
  const extend = (minutes: number): void => action.mutate({ kind: 'extend', minutes, attemptId: attempt.id });
  const [shortest = 1] = EXTENSIONS_MINUTES;
  const more: MenuAction[] =
    attempt.deadline_at === null
      ? state === 'submitted'
        ? [
            {
              label: t('results.live.students.continue'),
              icon: IconPlayerPlay,
              onClick: () => extend(shortest),
            },
          ]
        : []
      : EXTENSIONS_MINUTES.map((minutes) => ({
          label: t('results.live.students.extend', { minutes }),
          icon: IconClockPlus,
          onClick: () => extend(minutes),
        }));
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {attempt.attempt_number > 1 && (
          <Text span size="sm" c="dimmed">
            {' '}
            {t('results.students.attempt', { number: attempt.attempt_number })}
          </Text>
        )}
      </th>
      <td>
        <span>{t('results.live.students.answered', { answered, total: attempt.question_count })}</span>
        <Text size="xs" c="dimmed">
          {t('results.live.students.right', {
            count: attempt.answers.filter(({ is_correct: isCorrect }) => isCorrect === true).length,
          })}
        </Text>
        <div className={classes.meter} aria-hidden>
          <div style={{ inlineSize: `${(answered / Math.max(1, attempt.question_count)) * 100}%` }} />
        </div>
      </td>
      <td>
        <Text size="sm" fw={500}>
          {t(`results.live.students.${state}`)}
        </Text>
        {state === 'answering' && attempt.deadline_at !== null && (
          <Text size="xs">
            {t('results.live.students.left', {
              count: Math.ceil((Date.parse(attempt.deadline_at) - now) / 60_000),
            })}
          </Text>
        )}
        <Text size="xs" c="dimmed" className={classes.wideOnly}>
          {t('results.live.students.seen', { time: formatTime(attempt.seen_at, i18n.language) })}
        </Text>
        {attempt.answers.some(({ is_late: isLate }) => isLate) && (
          <Text size="xs">{t('results.live.students.late')}</Text>
        )}
      </td>
      <td>
        <ActionMenu
          id={menuIdOf(attempt)}
          width={230}
          target={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('results.live.students.menu', { name })}
            >
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          }
          groups={[
            more,
            [
              {
                label: t('results.live.students.reset'),
                icon: IconRotate,
                isDanger: true,
                onClick: onReset,
              },
            ],
          ].filter((group) => group.length > 0)}
        />
      </td>
    </tr>
  );
}
