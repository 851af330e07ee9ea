import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TrashItem } from '../../../contract/trash.ts';
import { isNotFound } from '../../api-client/api-error.ts';
import { useRestore } from '../../api-client/trash.queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { EmptyShelfDrawing } from '../../ui/illustrations/empty-shelf.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { paths } from '../../ui/paths.ts';
import { showToast } from '../../ui/show-toast.ts';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { DeleteForGoodDialog, EmptyTrashDialog } from './trash-dialogs.tsx';
import { EMPTY_BUTTON_ID, INTRO_ID, restoreButtonIdOf } from './trash-ids.ts';
import { TrashRow } from './trash-row.tsx';
import { useTrash } from './trash.queries.ts';
import classes from './trash.module.css';

type Dialog = { kind: 'empty' } | { kind: 'delete'; item: TrashItem };

/** The trash: what can be restored, and until when. */
export function TrashList() {
  const { t } = useTranslation();
  const trash = useTrash();
  const restore = useRestore();
  const focus = useFocusRequest();
  const [dialog, setDialog] = useState<Dialog>();
  const { items = [], total = 0, retention_days: days } = trash.data ?? {};

  const closeAndFocus = (id: string): void => {
    setDialog(undefined);
    focus(id);
  };
  /** The focus goes to the nearest item that stays. A course goes with the lesson it comes back with, and its lessons go with it. */
  const focusNeighbour = (item: TrashItem): void => {
    const stays = (other: TrashItem): boolean => other.course_id !== item.course_id;
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
            onClick={() => {
              setDialog({ kind: 'empty' });
            }}
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
      {trash.isPending && <Waiting />}
      {trash.isError && trash.data === undefined && (
        <Failure
          message={t('trash.listFailed')}
          error={trash.error}
          onRetry={() => void trash.refetch()}
          isRetrying={trash.isRefetching}
        />
      )}
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
                onDelete={() => {
                  setDialog({ kind: 'delete', item });
                }}
              />
            ))}
          </ul>
        </>
      )}
      {dialog?.kind === 'empty' && (
        <EmptyTrashDialog
          count={total}
          onEmptied={() => {
            closeAndFocus(INTRO_ID);
          }}
          onClose={() => {
            closeAndFocus(EMPTY_BUTTON_ID);
          }}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteForGoodDialog
          item={dialog.item}
          onDeleted={() => {
            focusNeighbour(dialog.item);
          }}
          onClose={() => {
            closeAndFocus(restoreButtonIdOf(dialog.item));
          }}
        />
      )}
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" mt="md">
      <VisuallyHidden role="status" aria-busy>
        {t('trash.loading')}
      </VisuallyHidden>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={76} />
      ))}
    </Stack>
  );
}
