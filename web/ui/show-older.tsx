import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface OlderPages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** The button below a list to load older rows; empty once all are loaded. */
export function ShowOlder({ list }: { list: OlderPages }) {
  const { t } = useTranslation();
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="subtle"
      mt="sm"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t('common.showOlder')}
    </Button>
  );
}
