import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Lesson } from '../../../contract/lessons.ts';
import { showToast } from '../../ui/show-toast.ts';
import { writeSummaryAsText } from './summary-as-text.ts';

/** Puts points and key terms into the clipboard. */
export function CopySummary({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(writeSummaryAsText(lesson, t('lessons.keyTerms')));
      showToast('success', t('lessons.copied'));
    } catch {
      showToast('failure', t('lessons.notCopied'), t('lessons.notCopiedHelp'));
    }
  };
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
