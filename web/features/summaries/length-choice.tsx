import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SummaryLength } from '#contract/lessons.ts';
import { LENGTHS, readSummaryLength } from '#web/ui/read-summary-length.ts';

/** Short, medium or long: for the summary that is made next. */
export function LengthChoice({
  length,
  onChange,
  disabled,
}: {
  length: SummaryLength;
  onChange: (length: SummaryLength) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('lessons.summaryLength')}
      value={length}
      disabled={disabled}
      data={LENGTHS.map((value) => ({ value, label: t(`lessons.summaryLengths.${value}`) }))}
      onChange={(value) => {
        onChange(readSummaryLength(value));
      }}
    />
  );
}
