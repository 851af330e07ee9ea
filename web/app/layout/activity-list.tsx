import { Anchor, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconExclamationCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '#contract/activity.ts';
import { Link } from '#web/ui/link.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { wordMessage } from '#web/ui/word-message.ts';
import { placeOf, useActivity } from './activity.queries.ts';

const MOST_SHOWN = 12;

export function ActivityList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { data = [], isError } = useActivity();
  return (
    <>
      <Title order={2} size="h4" mb="xs">
        {t('activity.title')}
      </Title>
      {isError && <Text size="sm">{t('activity.failed')}</Text>}
      {!isError && data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('activity.empty')}
        </Text>
      )}
      <Stack gap="md">
        {data.slice(0, MOST_SHOWN).map((activity) => (
          <ActivityEntry
            key={`${activity.work}-${activity.lesson_id}-${activity.started_at}`}
            activity={activity}
            onLeave={onLeave}
          />
        ))}
      </Stack>
    </>
  );
}

function ActivityEntry({ activity, onLeave }: { activity: Activity; onLeave: () => void }) {
  const { t } = useTranslation();
  const { status, work, progress, message, message_coded: coded, ended_at: endedAt } = activity;
  const isUnderWay = status === 'queued' || status === 'running';
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {status === 'done' && <IconCheck size={18} color="var(--lectern-green)" aria-hidden />}
        {status === 'failed' && <IconExclamationCircle size={18} color="var(--lectern-red)" aria-hidden />}
        <div style={{ flex: 1, minWidth: 0 }}>
          <Anchor component={Link} to={placeOf(activity)} size="sm" fw={500} onClick={onLeave}>
            <bdi>{activity.lesson_title}</bdi>
          </Anchor>
          <Text size="xs" c="dimmed">
            {t(`activity.work.${work}`)} · {t(`activity.status.${status}`)}
            {endedAt !== null && (
              <>
                {' · '}
                <TimeAgo instant={endedAt} />
              </>
            )}
          </Text>
        </div>
        {status === 'running' && (
          <Text size="xs" c="dimmed">
            {t('common.percent', { percent: progress })}
          </Text>
        )}
      </Group>
      {isUnderWay && (
        <Progress
          value={progress}
          size="sm"
          mt={6}
          aria-label={t('activity.progressOf', { title: activity.lesson_title })}
        />
      )}
      {status === 'failed' && message !== null && (
        <Text size="xs" mt={2}>
          {wordMessage(t, coded, message)}
        </Text>
      )}
    </div>
  );
}
