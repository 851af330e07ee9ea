import { Button, Checkbox, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMemo, useState, useCallback } from 'react';
import type { BankCandidate } from '#contract/question-bank.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { LIST_HEADING_ID, SELECT_SHOWN_ID, editIdOf } from './bank-ids.ts';
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
import { useRejection } from './use-rejection.ts';
import { keepOrder } from './keep-order.ts';

/** Selections by lesson while the tab is open, so that a selection survives a look at the evidence. */
const kept = new Map<number, ReadonlySet<number>>();

interface Selection {
  readonly ids: ReadonlySet<number>;
  /** The same function always. */
  readonly select: (id: number, isSelected: boolean) => void;
  readonly replace: (ids: Iterable<number>) => void;
}

function useSelection(lessonId: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => kept.get(lessonId) ?? new Set());
  const change = useCallback(
    (next: (ids: ReadonlySet<number>) => ReadonlySet<number>) => {
      setIds((before) => {
        const after = next(before);
        kept.set(lessonId, after);
        return after;
      });
    },
    [lessonId],
  );
  const select = useCallback(
    (id: number, isSelected: boolean) => {
      change((before) => {
        const after = new Set(before);
        if (isSelected) after.add(id);
        else after.delete(id);
        return after;
      });
    },
    [change],
  );
  const replace = useCallback(
    (chosen: Iterable<number>) => {
      change(() => new Set(chosen));
    },
    [change],
  );
  return { ids, select, replace };
}

/** Which candidates are being edited. The functions are always the same. */
function useEditedCandidates(focus: (id: string) => void) {
  const [editingIds, setEditingIds] = useState<ReadonlySet<number>>(new Set());
  const startEditing = useCallback((id: number) => {
    setEditingIds((ids) => new Set([...ids, id]));
  }, []);
  const stopEditing = useCallback(
    (id: number) => {
      setEditingIds((ids) => new Set([...ids].filter((each) => each !== id)));
      focus(editIdOf(id));
    },
    [focus],
  );
  return { editingIds, startEditing, stopEditing };
}

/** Candidates in the order in which they came onto the screen. */
function useSteadyOrder(candidates: readonly BankCandidate[]): readonly BankCandidate[] {
  const [order, setOrder] = useState<readonly number[]>([]);
  const fresh = useMemo(() => candidates.map(({ id }) => id), [candidates]);
  const kept = keepOrder(order, fresh);
  // While drawing, as React advises for state that follows from what was given before.
  if (kept !== order) setOrder(kept);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return kept.flatMap((id) => byId.get(id) ?? []);
}

/** The filtered candidates with actions for each and for the selection. */
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
        <Group gap="4px 12px">
          {isFiltering(filter) && (
            <Button variant="subtle" size="compact-sm" onClick={clearFilters}>
              {t('bank.clearFilters')}
            </Button>
          )}
          <Title order={2} id={LIST_HEADING_ID} tabIndex={-1} className={classes.count}>
            {count}
          </Title>
          <VisuallyHidden role="status">{isFiltering(filter) ? count : ''}</VisuallyHidden>
        </Group>
      </div>
      {shown.length === 0 && isFiltering(filter) && (
        <Text c="dimmed" py="lg" ta="center">
          {t('bank.noneMatch')}
        </Text>
      )}
      <ol className={classes.list} aria-labelledby={LIST_HEADING_ID}>
        {shown.map((candidate, index) => (
          <CandidateCard
            key={candidate.id}
            candidate={candidate}
            isSelected={selection.ids.has(candidate.id)}
            editedAs={editingIds.has(candidate.id) ? index + 1 : undefined}
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
