import { Progress, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TranscriptDrawing } from '../../ui/illustrations/transcript.tsx';
import { estimateSecondsLeft, type ProgressSeen } from './time-left.ts';

const TICK_MILLISECONDS = 1_000;

/** How far the transcription is, and about how long it will take; it goes on when the page is left. */
export function TranscriptionProgress({ percent }: { percent: number }) {
  const { t } = useTranslation();
  const secondsLeft = useSecondsLeft(percent);
  return (
    <Stack align="center" gap="md" py={48} px="md" maw={440} mx="auto" ta="center">
      <TranscriptDrawing />
      <Text>{t('lessons.transcriptionUnderWay')}</Text>
      <Progress value={percent} w="100%" size="md" aria-label={t('lessons.transcriptionProgress')} />
      <Text size="sm" c="dimmed">
        {t('common.percent', { percent })} ·{' '}
        {secondsLeft === undefined ? t('lessons.estimating') : describeLeft(t, secondsLeft)}
      </Text>
      <Text size="sm" c="dimmed">
        {t('lessons.mayLeave')}
      </Text>
    </Stack>
  );
}

function describeLeft(t: TFunction, seconds: number): string {
  if (seconds < 50) return t('lessons.underAMinute');
  return t('lessons.minutesLeft', { count: Math.max(1, Math.round(seconds / 60)) });
}

function useSecondsLeft(percent: number): number | undefined {
  const [first] = useState<ProgressSeen>(() => ({ percent, atMilliseconds: performance.now() }));
  const [atMilliseconds, setNow] = useState(first.atMilliseconds);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, TICK_MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return estimateSecondsLeft(first, { percent, atMilliseconds });
}
