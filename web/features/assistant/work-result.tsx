import { Button, Group, Loader, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { wordMessage } from '#web/ui/word-message.ts';
import type { Lesson } from '#contract/lessons.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { listEvidence } from '#web/ui/list-evidence.ts';
import { paths } from '#web/ui/paths.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import answerClasses from './answer.module.css';
import { CitedSentence } from './cited-sentence.tsx';
import classes from './work.module.css';

/** So many lines of a transcript, or so many of its letters, show what it is like. */
const FIRST_CUES = 5;
const FIRST_LETTERS = 400;

/** The running work with its progress, if known, and a note that the user may leave. */
export function WorkProgress({ text, label, percent }: { text: string; label?: string; percent?: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.progress}>
      <Text className={classes.progressText}>
        {percent === undefined && <Loader size={16} aria-hidden />}
        {text}
      </Text>
      {percent !== undefined && (
        // Read out with each step it would drown everything else.
        <div className={classes.bar} aria-live="off">
          <Progress value={percent} aria-label={label} />
          <span>{t('common.percent', { percent })}</span>
        </div>
      )}
      <Text size="sm" c="dimmed">
        {t('assistant.mayLeave')}
      </Text>
    </div>
  );
}

/** The first lines of a transcript with a link to the whole. */
export function TranscriptResult({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const cues = lesson.transcript_cues.slice(0, FIRST_CUES);
  return (
    <>
      <Text dir="auto">{t('assistant.transcribe.done', { title: lesson.title })}</Text>
      {cues.length === 0 ? (
        <p className={classes.excerpt} dir="auto">
          {shorten(lesson.audio_transcript)}
        </p>
      ) : (
        <ul className={classes.lines}>
          {cues.map((cue) => (
            <li key={cue.start_second}>
              <EvidenceChip
                lessonId={lesson.id}
                evidence={{ ...cue, quote: cue.text, page: null, passage_id: '' }}
              />
              <span dir="auto">{cue.text}</span>
            </li>
          ))}
        </ul>
      )}
      {lesson.transcript_cues.length > FIRST_CUES && (
        <p className={answerClasses.byline}>
          {t('assistant.transcribe.more', { count: lesson.transcript_cues.length - FIRST_CUES })}
        </p>
      )}
      <ResultActions
        text={lesson.audio_transcript}
        to={paths.lesson(lesson.id)}
        openLabel={t('assistant.transcribe.open')}
      />
    </>
  );
}

/** The points of a summary, each with the place it rests on. */
export function SummaryResult({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const points = lesson.summary_points;
  const isVideo = lesson.kind === 'video';
  return (
    <>
      <Text dir="auto">{t('assistant.summarize.done', { title: lesson.title })}</Text>
      {points.length === 0 ? (
        <p className={classes.excerpt} dir="auto">
          {lesson.summary}
        </p>
      ) : (
        <ol className={`${answerClasses.answer ?? ''} ${answerClasses.steps ?? ''}`}>
          {points.map(({ text, ...cited }, index) => (
            <li key={index}>
              <div dir="auto">
                <CitedSentence
                  text={text}
                  places={listEvidence(cited).map((evidence) => ({ lessonId: lesson.id, evidence }))}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {lesson.summary_note !== null && (
        <p className={answerClasses.byline} dir="auto">
          {wordMessage(t, lesson.summary_note_coded, lesson.summary_note)}
        </p>
      )}
      <ResultActions
        text={
          points.length === 0
            ? lesson.summary
            : points.map(({ text }, index) => `${index + 1}. ${text}`).join('\n')
        }
        to={isVideo ? `${paths.lesson(lesson.id)}?tab=summary` : paths.lesson(lesson.id)}
        openLabel={t('assistant.summarize.open')}
      />
    </>
  );
}

function ResultActions({ text, to, openLabel }: { text: string; to: string; openLabel: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group gap={8} align="stretch">
      <Button component={Link} to={to} variant="default" size="xs">
        {openLabel}
      </Button>
      <CopyButton
        label={t('assistant.copy')}
        words={{
          copied: t('assistant.copied'),
          notCopied: t('assistant.notCopied'),
          notCopiedHelp: t('assistant.notCopiedHelp'),
        }}
        read={() => text}
      />
    </Group>
  );
}

function shorten(text: string): string {
  if (text.length <= FIRST_LETTERS) return text;
  const cut = text.slice(0, FIRST_LETTERS);
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
