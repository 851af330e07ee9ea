import { Button, Checkbox, Text, Title, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { BankCandidate } from '../../../contract/question-bank.ts';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { LIST_HEADING_ID, SELECT_SHOWN_ID } from './bank-ids.ts';
import { CandidateCard } from './candidate-card.tsx';
import { CandidateFilters } from './candidate-filters.tsx';
import {
  filterCandidates,
  isFiltering,
  readFilter,
  writeFilter,
  type CandidateFilter,
} from './filter-candidates.ts';
import classes from './question-bank.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { useEditedCandidates } from './use-edited-candidates.ts';
import { useRejection } from './use-rejection.ts';
import { useSelection } from './use-selection.ts';
import { useSteadyOrder } from './use-steady-order.ts';

/** The candidates, filtered, and what is done with each and with those selected. */
export function CandidateDesk({
  lessonId,
  candidates,
  onQuizMade,
}: {
  lessonId: number;
  candidates: readonly BankCandidate[];
  onQuizMade: (questionSetId: number) => void;
}) {
  const { t } = useTranslation();
  const focus = useFocusRequest();
  const [parameters, setParameters] = useSearchParams();
  const filter = readFilter(parameters);
  const ordered = useSteadyOrder(candidates);
  const { editingIds, startEditing, stopEditing } = useEditedCandidates(focus);
  const selection = useSelection(lessonId);
  // Counted on the list before the filters, and kept in view while it is edited.
  const matching = new Set(filterCandidates(ordered, filter).map(({ id }) => id));
  const shownIds = ordered.map(({ id }) => id).filter((id) => matching.has(id) || editingIds.has(id));
  const { rejectedIds, reject, undoLast } = useRejection(lessonId, shownIds, focus);
  const left = ordered.filter(({ id }) => !rejectedIds.has(id));
  const shown = left.filter(({ id }) => matching.has(id) || editingIds.has(id));
  const selected = left.filter(({ id }) => selection.ids.has(id));
  const shownSelected = shown.filter(({ id }) => selection.ids.has(id)).length;
  const count = isFiltering(filter)
    ? t('bank.shown', { shown: shown.length, count: left.length })
    : t('bank.ready', { count: left.length });
  useHotkeys([['mod+Z', undoLast]]);

  const setFilter = (changed: CandidateFilter): void => {
    setParameters((now) => writeFilter(now, changed), { replace: true, preventScrollReset: true });
  };
  const clearFilters = (): void => {
    setFilter({});
    focus(LIST_HEADING_ID);
  };
  return (
    <>
      <CandidateFilters candidates={left} filter={filter} onChange={setFilter} />
      <div className={classes.listHead}>
        <Checkbox
          id={SELECT_SHOWN_ID}
          size="md"
          classNames={{ label: classes.selectLabel ?? '' }}
          label={t('bank.selectShown')}
          disabled={shown.length === 0}
          checked={shown.length > 0 && shownSelected === shown.length}
          indeterminate={shownSelected > 0 && shownSelected < shown.length}
          onChange={({ currentTarget: { checked } }) => {
            const ids = new Set(selection.ids);
            for (const { id } of shown) {
              if (checked) ids.add(id);
              else ids.delete(id);
            }
            selection.replace(ids);
          }}
        />
        <div className={classes.shown}>
          {isFiltering(filter) && (
            <Button variant="subtle" size="compact-sm" onClick={clearFilters}>
              {t('bank.clearFilters')}
            </Button>
          )}
          <Title order={2} id={LIST_HEADING_ID} tabIndex={-1} className={classes.count}>
            {count}
          </Title>
          <VisuallyHidden role="status">{isFiltering(filter) ? count : ''}</VisuallyHidden>
        </div>
      </div>
      {shown.length === 0 && isFiltering(filter) && (
        <Text c="dimmed" py="lg" ta="center">
          {t('bank.noneMatch')}
        </Text>
      )}
      <ol className={classes.list} aria-labelledby={LIST_HEADING_ID}>
        {shown.map((candidate) => (
          <CandidateCard
            key={candidate.id}
            candidate={candidate}
            isSelected={selection.ids.has(candidate.id)}
            isEditing={editingIds.has(candidate.id)}
            onSelect={selection.select}
            onEdit={startEditing}
            onEditEnd={stopEditing}
            onReject={reject}
          />
        ))}
      </ol>
      {selected.length > 0 && (
        <SelectionBar
          lessonId={lessonId}
          candidateIds={selected.map(({ id }) => id)}
          focus={focus}
          onClear={() => selection.replace([])}
          onQuizMade={onQuizMade}
        />
      )}
    </>
  );
}
