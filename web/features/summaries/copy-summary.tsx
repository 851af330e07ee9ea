import { useTranslation } from 'react-i18next';
import type { Lesson } from '#contract/lessons.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { writeSummaryAsText } from './summary-as-text.ts';

/** Copies points and key terms. */
export function CopySummary({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  return (
    <CopyButton
      label={t('lessons.copySummary')}
      words={{
        copied: t('lessons.copied'),
        notCopied: t('lessons.notCopied'),
        notCopiedHelp: t('lessons.notCopiedHelp'),
      }}
      read={() => writeSummaryAsText(lesson, t('lessons.keyTerms'))}
    />
  );
}
