import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { QuestionSheetDrawing } from '../../ui/illustrations/question-sheet.tsx';
import classes from './administration.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { explainFailure } from './explain-failure.ts';
import { useAuditLog, useExportAuditLog, type AuditFilter } from './operations.queries.ts';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

const NAMES = ['account', 'action', 'from', 'to'] as const satisfies readonly (keyof AuditFilter)[];

/** `/admin/audit`: who did what, when and from where. The filter is part of the address. */
export function AuditSection() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const [account, action, from, to] = NAMES.map((name) => parameters.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  const filter: AuditFilter = { account, action, from, to };
  const query = useAuditLog(filter);
  const download = useExportAuditLog();
  const entries = query.data?.pages.flat() ?? [];
  const apply = (values: AuditFilter): void => {
    const next = new URLSearchParams();
    for (const name of NAMES) if (values[name] !== '') next.set(name, values[name]);
    setParameters(next, { preventScrollReset: true });
  };
  return (
    <SectionFrame
      section="audit"
      help={t('administration.audit.help')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(filter)}
        >
          {t('administration.audit.export')}
        </Button>
      }
    >
      {download.isError && <Failure message={explainFailure(t, download.error)} error={download.error} />}
      <AuditFilters key={NAMES.map((name) => filter[name]).join(' ')} filter={filter} onApply={apply} />
      <WhenLoaded query={query}>
        {() =>
          entries.length === 0 ? (
            <EmptyState drawing={<QuestionSheetDrawing />} text={t('administration.audit.none')} />
          ) : (
            <AuditTable entries={entries} />
          )
        }
      </WhenLoaded>
      {query.hasNextPage && (
        <div className={classes.pager}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('administration.showMore')}
          </Button>
        </div>
      )}
      {!query.hasNextPage && entries.length > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {t('administration.audit.end')}
        </Text>
      )}
    </SectionFrame>
  );
}
