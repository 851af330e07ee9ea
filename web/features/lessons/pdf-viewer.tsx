import { ActionIcon, Anchor, Group, NumberInput, Progress, Text, TextInput, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanFileName } from '#contract/file-names.ts';
import type { Lesson } from '#contract/lessons.ts';
import { ContentFailure } from './content-failure.tsx';
import classes from './content.module.css';
import type { OpenedPlace } from './opened-place.ts';
import { openPdf, type PdfView } from './pdf-view.ts';
import { useRecognizedWords } from './recognition.queries.ts';

export function PdfViewer({
  lesson,
  file,
  place,
  getFreshFile,
}: {
  lesson: Lesson;
  file: string;
  place: OpenedPlace | undefined;
  getFreshFile: () => Promise<string>;
}) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  // The first address, because a newer one for the same file would load it again.
  const [source, setSource] = useState(file);
  const [attempt, setAttempt] = useState(0);
  const [view, setView] = useState<PdfView>();
  const [percent, setPercent] = useState(0);
  const [pageCount, setPageCount] = useState(0);
  const [page, setPage] = useState(1);
  const [matches, setMatches] = useState({ current: 0, total: 0 });
  const [isEvidence, setIsEvidence] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const loadRecognized = useRecognizedWords(lesson);

  useEffect(() => {
    if (container.current === null) return;
    const listeners = {
      onProgress: setPercent,
      onReady: setPageCount,
      onPage: setPage,
      onMatches: setMatches,
      onEvidence: setIsEvidence,
      onFailure: () => setHasFailed(true),
    };
    const opened = openPdf(container.current, source, listeners, loadRecognized);
    setView(opened);
    return () => opened.close();
  }, [source, attempt, loadRecognized]);

  useEffect(() => {
    if (place !== undefined) view?.showEvidence(place.page, place.quote);
  }, [place, view]);

  const retry = async (): Promise<void> => {
    setHasFailed(false);
    setPercent(0);
    try {
      setSource(await getFreshFile());
      setAttempt((last) => last + 1);
    } catch {
      setHasFailed(true);
    }
  };

  if (hasFailed) {
    return (
      <ContentFailure
        message={t('lessons.pdfFailed')}
        help={t('lessons.pdfFailedHelp')}
        file={file}
        onRetry={() => void retry()}
      />
    );
  }
  return (
    <section className={classes.pdf} aria-label={t('lessons.documentOf', { title: lesson.title })}>
      <PdfToolbar
        view={view}
        page={page}
        pageCount={pageCount}
        matches={matches}
        isEvidence={isEvidence}
        download={
          <Anchor
            href={file}
            download={`${cleanFileName(lesson.title)}.pdf`}
            className={classes.link}
            size="sm"
          >
            <IconDownload size={16} stroke={1.7} aria-hidden />
            {t('lessons.downloadPdf')}
          </Anchor>
        }
      />
      <div className={classes.pdfStage}>
        {pageCount === 0 && (
          <div className={classes.pdfWaiting} role="status">
            <Text>{t('lessons.loadingDocument')}</Text>
            <Progress
              value={percent}
              className={classes.pdfProgress}
              aria-label={t('lessons.loadingDocument')}
            />
          </div>
        )}
        <div
          ref={container}
          className={classes.pdfContainer}
          tabIndex={0}
          role="region"
          aria-label={t('lessons.pages')}
          data-evidence={isEvidence ? '' : undefined}
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </section>
  );
}

function Tool({
  label,
  icon: ToolIcon,
  onClick,
  disabled,
}: {
  label: string;
  icon: Icon;
  onClick: () => void;
  disabled: boolean;
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
        <ToolIcon size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function PdfToolbar({
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
        <Tool
          label={t('lessons.zoomOut')}
          icon={IconZoomOut}
          onClick={() => view?.zoom(-1)}
          disabled={isDisabled}
        />
        <Tool
          label={t('lessons.zoomIn')}
          icon={IconZoomIn}
          onClick={() => view?.zoom(1)}
          disabled={isDisabled}
        />
        <Tool
          label={t('lessons.fitWidth')}
          icon={IconArrowAutofitWidth}
          onClick={() => view?.fitWidth()}
          disabled={isDisabled}
        />
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
          <Tool
            label={t('lessons.previousMatch')}
            icon={IconChevronUp}
            onClick={() => search(-1)}
            disabled={matches.total === 0}
          />
          <Tool
            label={t('lessons.nextMatch')}
            icon={IconChevronDown}
            onClick={() => search(1)}
            disabled={matches.total === 0}
          />
        </Group>
      )}
      <span className={classes.spacer} />
      {download}
    </div>
  );
}
