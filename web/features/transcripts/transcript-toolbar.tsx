import { ActionIcon, Menu, Text, TextInput, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconDots,
  IconDownload,
  IconReplace,
  IconSearch,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '../../../contract/lessons.ts';
import { copyText } from '../../ui/copy-text.ts';
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
  const address = URL.createObjectURL(new Blob([text], { type: `${TYPES[format]};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = transcriptFileName(lesson.title, format);
  link.click();
  URL.revokeObjectURL(address);
}

/** Search in the transcript, and what can be done with it. */
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
          className={classes.search}
          size="xs"
          type="search"
          data-search
          aria-label={t('lessons.searchTranscript')}
          placeholder={t('lessons.searchTranscript')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value);
          }}
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('lessons.previousMatch')}
            disabled={hitCount === 0}
            onClick={() => {
              onHit(-1);
            }}
          >
            <IconChevronUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('lessons.nextMatch')}
            disabled={hitCount === 0}
            onClick={() => {
              onHit(1);
            }}
          >
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      <Tooltip label={t('lessons.copyTranscript')}>
        <ActionIcon
          className={classes.firstTool}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('lessons.copyTranscript')}
          onClick={() => void copy()}
        >
          <IconCopy size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('lessons.transcriptMenu')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              onClick={() => {
                download(lesson, format);
              }}
            >
              {t('lessons.downloadAs', { format: format.toUpperCase() })}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconReplace size={16} stroke={1.7} aria-hidden />} onClick={onReplace}>
            {t('lessons.replaceTranscript')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
