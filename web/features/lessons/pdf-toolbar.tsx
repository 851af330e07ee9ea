import { ActionIcon, Group, NumberInput, Text, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './content.module.css';
import type { PdfView } from './pdf-view.ts';

function Tool({
  label,
  onClick,
  disabled,
  children,
}: {
  label: string;
  onClick: () => void;
  disabled: boolean;
  children: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        onClick={onClick}
        disabled={disabled}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Pages, search and size of a PDF on the screen. */
export function PdfToolbar({
  view,
  page,
  pageCount,
  matches,
  isEvidence,
  download,
}: {
  view: PdfView | undefined;
  page: number;
  pageCount: number;
  matches: { current: number; total: number };
  isEvidence: boolean;
  download: ReactNode;
}) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const isDisabled = pageCount === 0;
  const isSearching = query.trim() !== '' && !isEvidence;
  const search = (direction: 1 | 0 | -1): void => view?.search(query, direction);
  return (
    <div className={classes.pdfBar} role="group" aria-label={t('lessons.documentTools')}>
      <Group gap={6} wrap="nowrap">
        <NumberInput
          className={classes.pdfPageInput}
          size="xs"
          aria-label={t('lessons.page')}
          value={page}
          min={1}
          max={Math.max(1, pageCount)}
          allowDecimal={false}
          hideControls
          disabled={isDisabled}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1 && value <= pageCount) view?.goToPage(value);
          }}
        />
        <Text size="sm" c="dimmed">
          {t('lessons.ofPages', { count: pageCount })}
        </Text>
      </Group>
      <Group gap={2} wrap="nowrap">
        <Tool label={t('lessons.zoomOut')} onClick={() => view?.zoom(-1)} disabled={isDisabled}>
          <IconZoomOut size={18} stroke={1.7} aria-hidden />
        </Tool>
        <Tool label={t('lessons.zoomIn')} onClick={() => view?.zoom(1)} disabled={isDisabled}>
          <IconZoomIn size={18} stroke={1.7} aria-hidden />
        </Tool>
        <Tool label={t('lessons.fitWidth')} onClick={() => view?.fitWidth()} disabled={isDisabled}>
          <IconArrowAutofitWidth size={18} stroke={1.7} aria-hidden />
        </Tool>
      </Group>
      <TextInput
        className={classes.pdfSearch}
        size="xs"
        type="search"
        data-search
        aria-label={t('lessons.searchDocument')}
        placeholder={t('lessons.searchDocument')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={query}
        disabled={isDisabled}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          view?.search(event.currentTarget.value, 0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.shiftKey ? -1 : 1);
        }}
      />
      {isSearching && (
        <Group gap={2} wrap="nowrap">
          <Text size="sm" c="dimmed" role="status">
            {t('lessons.matchOf', { current: matches.current, total: matches.total })}
          </Text>
          <Tool label={t('lessons.previousMatch')} onClick={() => search(-1)} disabled={matches.total === 0}>
            <IconChevronUp size={18} stroke={1.7} aria-hidden />
          </Tool>
          <Tool label={t('lessons.nextMatch')} onClick={() => search(1)} disabled={matches.total === 0}>
            <IconChevronDown size={18} stroke={1.7} aria-hidden />
          </Tool>
        </Group>
      )}
      <span className={classes.spacer} />
      {download}
    </div>
  );
}
