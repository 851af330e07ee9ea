import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failure } from './failure.tsx';

/** The button below a list to load older rows; empty once all are loaded. */
export function ShowOlder({
  list,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
}) {
  const { t } = useTranslation();
  if (!list.hasNextPage) return null;
  return (
    <>
      {list.isFetchNextPageError && <Failure message={t('common.olderFailed')} error={list.error} />}
      <Button
        variant="subtle"
        mt="sm"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {t('common.showOlder')}
      </Button>
    </>
  );
}
