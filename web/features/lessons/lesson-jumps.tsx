import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './lesson-screen.module.css';
import { CONTENT_ID, PANEL_ID } from './lesson-split.tsx';

function goTo(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
}

/**
 * Where the panel is below the content, these replace the panel's tabs: each part, and the way back from a chip's target, is one
 * tap away.
 */
export function LessonJumps({
  isVideo,
  tab: shown,
  onTab,
  onReturn,
}: {
  isVideo: boolean;
  /** The tab that the panel shows. */
  tab: string;
  onTab: (tab: 'transcribe' | 'summary') => void;
  /** Goes back to the chip that was followed; undefined when none was. */
  onReturn: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const jumps = [
    { label: t('lessons.contentPart'), isShown: false, go: () => goTo(CONTENT_ID) },
    ...(['transcribe', 'summary'] as const)
      .filter((tab) => isVideo || tab === 'summary')
      .map((tab) => ({
        label: t(tab === 'summary' ? 'lessons.summaryTab' : 'lessons.transcript'),
        isShown: isVideo && tab === shown,
        go: () => {
          onTab(tab);
          goTo(PANEL_ID);
        },
      })),
  ];
  return (
    <nav className={classes.jumps} aria-label={t('lessons.parts')}>
      {jumps.map(({ label, isShown, go }) => (
        <Button
          key={label}
          variant={isShown ? 'light' : 'subtle'}
          size="compact-md"
          aria-current={isShown ? 'true' : undefined}
          onClick={go}
        >
          {label}
        </Button>
      ))}
      {onReturn !== undefined && (
        <Button
          ms="auto"
          size="compact-md"
          leftSection={<IconArrowBackUp size={18} stroke={1.7} aria-hidden />}
          onClick={onReturn}
        >
          {t('lessons.backToPoint')}
        </Button>
      )}
    </nav>
  );
}
