import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconDots,
  IconDownload,
  IconPencil,
  IconPrinter,
  IconReplace,
  IconSearch,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '#contract/lessons.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Hint } from '#web/ui/hover-card.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { saveFile } from '#web/ui/save-response.ts';
import {
  exportTranscript,
  transcriptFileName,
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
} from './export-transcript.ts';
import classes from './transcript.module.css';

const TYPES: Record<TranscriptFormat, string> = {
  txt: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
};

function download(lesson: Lesson, format: TranscriptFormat): void {
  const text = exportTranscript(format, lesson.audio_transcript, lesson.transcript_cues);
  const file = new Blob([text], { type: `${TYPES[format]};charset=utf-8` });
  saveFile(file, transcriptFileName(lesson.title, format));
}

export function TranscriptToolbar({
  lesson,
  query,
  onQuery,
  isSearchable,
  hitNumber,
  hitCount,
  onHit,
  onReplace,
}: {
  lesson: Lesson;
  query: string;
  onQuery: (query: string) => void;
  isSearchable: boolean;
  /** From 1; 0 without any. */
  hitNumber: number;
  hitCount: number;
  onHit: (step: 1 | -1) => void;
  onReplace: () => void;
}) {
  const { t } = useTranslation();
  const formats = lesson.transcript_cues.length === 0 ? (['txt'] as const) : TRANSCRIPT_FORMATS;
  const copy = (): Promise<void> =>
    copyText(lesson.audio_transcript, {
      copied: t('lessons.copied'),
      notCopied: t('lessons.notCopied'),
      notCopiedHelp: t('lessons.notCopiedHelp'),
    });
  return (
    <div className={classes.toolbar}>
      {isSearchable && (
        <TextInput
          dir="auto"
          className={classes.search}
          size="xs"
          type="search"
          data-search
          aria-label={t('lessons.searchTranscript')}
          placeholder={t('lessons.searchTranscript')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onHit(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') onQuery('');
          }}
        />
      )}
      {query.trim() !== '' && (
        <>
          <Text size="sm" c="dimmed" role="status" className={classes.count}>
            {t('lessons.matchOf', { current: hitNumber, total: hitCount })}
          </Text>
          {([-1, 1] as const).map((step) => (
            <ActionIcon
              key={step}
              variant="subtle"
              color="gray"
              aria-label={t(step < 0 ? 'lessons.previousMatch' : 'lessons.nextMatch')}
              disabled={hitCount === 0}
              onClick={() => onHit(step)}
            >
              {step < 0 ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
            </ActionIcon>
          ))}
        </>
      )}
      {isSearchable && (
        <Button
          component={Link}
          to={paths.transcript(lesson.id)}
          preventScrollReset
          className={classes.firstTool}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPencil size={15} stroke={1.7} aria-hidden />}
        >
          {t('lessons.correctTranscript')}
        </Button>
      )}
      <Hint label={t('lessons.copyTranscript')}>
        <ActionIcon
          {...(isSearchable ? {} : { className: classes.firstTool })}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('lessons.copyTranscript')}
          onClick={() => void copy()}
        >
          <IconCopy size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Hint>
      <ActionMenu
        id="transcript-menu"
        target={
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('lessons.transcriptMenu')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
        groups={[
          formats.map((format) => ({
            label: t('lessons.downloadAs', { format: format.toUpperCase() }),
            icon: IconDownload,
            onClick: () => download(lesson, format),
          })),
          [
            {
              label: t('lessons.print'),
              icon: IconPrinter,
              onClick: () => window.print(),
            },
          ],
          [{ label: t('lessons.replaceTranscript'), icon: IconReplace, onClick: onReplace }],
        ]}
      />
    </div>
  );
}
