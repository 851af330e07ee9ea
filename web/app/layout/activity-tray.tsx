import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listUnderWay, useActivity } from './activity.queries.ts';

const ActivityList = lazy(async () => ({ default: (await import('./activity-list.tsx')).ActivityList }));

/** The bell: what Lectern works on now, on every page, and what it finished today. */
export function ActivityTray() {
  const { t } = useTranslation();
  const { data = [] } = useActivity();
  const [isOpen, setIsOpen] = useState(false);
  const count = listUnderWay(data).length;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(340px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
    >
      <Indicator disabled={count === 0} label={count} size={18} offset={6} color="lapis">
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={count === 0 ? t('activity.title') : t('activity.running', { count })}
            onClick={() => setIsOpen((open) => !open)}
          >
            <IconBell size={21} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown mah={440} style={{ overflowY: 'auto' }}>
        <Suspense>
          <ActivityList onLeave={() => setIsOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
