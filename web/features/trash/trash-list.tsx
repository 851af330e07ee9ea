import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconBook2, IconFileText, IconListCheck } from '@tabler/icons-react';
import type { TrashItem } from '#contract/trash.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { useRestore, type TrashName } from '#web/api-client/trash.queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyShelfDrawing } from '#web/ui/illustrations/empty-shelf.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { formatBytes, formatDate } from '#web/ui/format.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { DeleteForGoodDialog } from './delete-for-good-dialog.tsx';
import { useTrash } from './trash.queries.ts';
import classes from './trash.module.css';

/** The ids of the elements that the focus returns to. */
const EMPTY_BUTTON_ID = 'empty-trash';
const INTRO_ID = 'trash-intro';
const restoreButtonIdOf = ({ kind, id }: TrashName): string => `restore-${kind}-${id}`;

const DAY_MILLISECONDS = 86_400_000;
/** From this many days on the remaining time is emphasized. */
const FEW_DAYS = 3;

const ICONS = { course: IconBook2, lesson: IconFileText, question_set: IconListCheck } as const;

/** A course, a lesson or a quiz in the trash. */
function TrashRow({
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
  const KindIcon = ICONS[item.kind];
  const daysLeft = (Date.parse(item.removed_at) - now) / DAY_MILLISECONDS;
  const facts = [
    item.kind === 'course'
      ? t('trash.kinds.course')
      : `${t(`trash.kinds.${item.kind}`)} ${t('trash.from', { course: item.course_title })}`,
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
          {t(item.kind === 'question_set' ? 'trash.hereSince' : 'trash.deletedOn', {
            date: formatDate(item.deleted_at, i18n.language),
          })}
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

/** The trash: what can be restored, and until when. */
export function TrashList() {
  const { t } = useTranslation();
  const trash = useTrash();
  const restore = useRestore();
  const focus = useFocusRequest();
  /** What is about to be deleted for good: an item or everything. */
  const [asked, setAsked] = useState<{ item: TrashItem | undefined }>();
  const { items = [], total = 0, retention_days: days } = trash.data ?? {};

  const closeAndFocus = (id: string): void => {
    setAsked(undefined);
    focus(id);
  };
  /** Moves the focus to the nearest remaining item. Restoring a lesson also restores its course, and deleting a course its lessons. */
  const focusNeighbour = (item: TrashItem): void => {
    const stays = (other: TrashItem): boolean =>
      item.kind === 'question_set'
        ? other.kind !== item.kind || other.id !== item.id
        : other.course_id !== item.course_id;
    const index = items.findIndex(({ kind, id }) => kind === item.kind && id === item.id);
    const neighbour = items.slice(index + 1).find(stays) ?? items.slice(0, index).findLast(stays);
    closeAndFocus(neighbour === undefined ? INTRO_ID : restoreButtonIdOf(neighbour));
  };
  const takeOut = async (item: TrashItem): Promise<void> => {
    const { title, course_title: course } = item;
    try {
      const restored = await restore.mutateAsync(item);
      const hasCourseToo = restored.course_restored && item.kind === 'lesson';
      const more = hasCourseToo ? t('trash.courseRestoredToo', { course }) : '';
      showToast('success', t('trash.restored', { title }), more);
      focusNeighbour(item);
    } catch (error) {
      showToast('failure', isNotFound(error) ? t('trash.goneTitle') : t('trash.restoreFailed'));
    }
  };

  return (
    <>
      <Group justify="space-between" gap="sm">
        <PageTitle>{t('trash.title')}</PageTitle>
        {items.length > 0 && (
          <Button
            id={EMPTY_BUTTON_ID}
            variant="default"
            c="var(--lectern-red)"
            onClick={() => setAsked({ item: undefined })}
          >
            {t('trash.emptyTrash')}
          </Button>
        )}
      </Group>
      {days !== undefined && (
        <p id={INTRO_ID} className={classes.intro} tabIndex={-1}>
          {t('trash.intro', { count: days })}
        </p>
      )}
      <WhenLoaded
        query={trash}
        failure={t('trash.listFailed')}
        loading={<Skeletons label={t('trash.loading')} heights={[76, 76, 76]} />}
      />
      {trash.data?.items.length === 0 && (
        <EmptyState
          drawing={<EmptyShelfDrawing />}
          text={t('trash.empty')}
          action={
            <Button component={Link} to={paths.courses} variant="default">
              {t('trash.toCourses')}
            </Button>
          }
        />
      )}
      {items.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="md" role="status">
            {total > items.length
              ? t('trash.more', { shown: items.length, count: total })
              : t('trash.count', { count: items.length })}
          </Text>
          <ul className={classes.list} aria-label={t('trash.list')}>
            {items.map((item) => (
              <TrashRow
                key={`${item.kind} ${item.id}`}
                item={item}
                now={trash.dataUpdatedAt}
                isWorking={
                  restore.isPending &&
                  restore.variables.kind === item.kind &&
                  restore.variables.id === item.id
                }
                onRestore={() => void takeOut(item)}
                onDelete={() => setAsked({ item })}
              />
            ))}
          </ul>
        </>
      )}
      {asked !== undefined && (
        <DeleteForGoodDialog
          item={asked.item}
          count={total}
          onDeleted={() => (asked.item === undefined ? closeAndFocus(INTRO_ID) : focusNeighbour(asked.item))}
          onClose={() =>
            closeAndFocus(asked.item === undefined ? EMPTY_BUTTON_ID : restoreButtonIdOf(asked.item))
          }
        />
      )}
    </>
  );
}
