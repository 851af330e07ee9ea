import { Anchor, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanFileName } from '#contract/file-names.ts';
import type { Lesson } from '#contract/lessons.ts';
import { ContentFailure } from './content-failure.tsx';
import classes from './content.module.css';
import type { OpenedPlace } from './opened-place.ts';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { openPdf, type PdfView } from './pdf-view.ts';
import { useRecognizedWords } from './recognition.queries.ts';

/** An uploaded PDF in Lectern's viewer. */
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
