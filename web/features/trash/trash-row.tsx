import { Button } from '@mantine/core';
import { IconBook2, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TrashItem } from '../../../contract/trash.ts';
import { formatBytes, formatDate } from '../../ui/format.ts';
import { restoreButtonIdOf } from './trash-ids.ts';
import classes from './trash.module.css';

const DAY_MILLISECONDS = 86_400_000;
/** From then on the time that is left stands out. */
const FEW_DAYS = 3;

/** A course or a lesson in the trash. */
export function TrashRow({
  item,
  now,
  isWorking,
  onRestore,
  onDelete,
}: {
  item: TrashItem;
  /** Milliseconds since 1970, at which the list was fetched. */
  now: number;
  isWorking: boolean;
  onRestore: () => void;
  onDelete: () => void;
}) {
  const { t, i18n } = useTranslation();
  const KindIcon = item.kind === 'course' ? IconBook2 : IconFileText;
  const daysLeft = (Date.parse(item.removed_at) - now) / DAY_MILLISECONDS;
  const facts = [
    item.kind === 'course'
      ? t('trash.kinds.course')
      : `${t('trash.kinds.lesson')} ${t('trash.from', { course: item.course_title })}`,
    item.kind === 'course' ? t('trash.lessonCount', { count: item.lesson_count }) : '',
    item.size_bytes > 0 ? formatBytes(item.size_bytes, i18n.language) : '',
  ];
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <KindIcon size={22} stroke={1.5} aria-hidden />
      </span>
      <div>
        <h2 className={classes.title} dir="auto">
          {item.title}
        </h2>
        <p className={classes.facts}>{facts.filter((fact) => fact !== '').join(' · ')}</p>
        <p className={classes.facts}>
          {t('trash.deletedOn', { date: formatDate(item.deleted_at, i18n.language) })}
          {' · '}
          <span className={daysLeft < FEW_DAYS ? classes.soon : undefined}>
            {daysLeft < 1 ? t('trash.lastDay') : t('trash.daysLeft', { count: Math.ceil(daysLeft) })}
          </span>
        </p>
        {item.course_in_trash && <p className={classes.facts}>{t('trash.courseInTrash')}</p>}
      </div>
      <div className={classes.actions}>
        <Button
          id={restoreButtonIdOf(item)}
          variant="default"
          size="xs"
          aria-label={t('trash.restoreOf', { title: item.title })}
          loading={isWorking}
          onClick={onRestore}
        >
          {t('trash.restore')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          c="var(--lectern-red)"
          size="xs"
          aria-label={t('trash.deleteForGoodOf', { title: item.title })}
          onClick={onDelete}
        >
          {t('trash.deleteForGood')}
        </Button>
      </div>
    </li>
  );
}
