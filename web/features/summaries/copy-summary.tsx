import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '../../../contract/lessons.ts';
import { copyText } from '../../ui/copy-text.ts';
import { writeSummaryAsText } from './summary-as-text.ts';

/** Puts points and key terms into the clipboard. */
export function CopySummary({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const copy = (): Promise<void> =>
    copyText(writeSummaryAsText(lesson, t('lessons.keyTerms')), {
      copied: t('lessons.copied'),
      notCopied: t('lessons.notCopied'),
      notCopiedHelp: t('lessons.notCopiedHelp'),
    });
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
      onClick={() => void copy()}
    >
      {t('lessons.copySummary')}
    </Button>
  );
}
