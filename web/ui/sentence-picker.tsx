import { Button, Skeleton, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '#contract/evidence.ts';
import { useLessonText } from '#web/api-client/lesson-text.queries.ts';
import { findPlace } from './evidence-chip.tsx';
import { Failure } from './failure.tsx';
import { listEvidence, searchSentences } from './search-sentences.ts';
import classes from './sentence-picker.module.css';

const MOST_SENTENCES = 12;

/** The lesson's sentences, to choose the one that a line rests on. At first, those nearest to what the line says. */
export function SentencePicker({
  lessonId,
  label,
  hint,
  nearest,
  onChoose,
  onClose,
}: {
  lessonId: number;
  /** What the evidence is for. */
  label: string;
  hint: string;
  /** What the line says. */
  nearest: string;
  onChoose: (evidence: Evidence) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const lessonText = useLessonText(lessonId, true);
  const [sought, setSought] = useState('');
  const all = useMemo(
    () => (lessonText.data === undefined ? [] : listEvidence(lessonText.data)),
    [lessonText.data],
  );
  const found = searchSentences(all, sought.trim() === '' ? nearest : sought, MOST_SENTENCES);
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section className={classes.picker} aria-label={label} onKeyDown={closeByKey}>
      <TextInput
        label={t('evidence.picker.search')}
        description={hint}
        autoFocus
        data-own-undo
        dir="auto"
        // Escape is for this search, not for the dialog around it.
        data-mantine-stop-propagation
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={sought}
        onChange={({ currentTarget: { value } }) => setSought(value)}
      />
      {lessonText.isPending && (
        <>
          <VisuallyHidden role="status">{t('evidence.picker.loading')}</VisuallyHidden>
          <Skeleton height={80} />
        </>
      )}
      {lessonText.isError && (
        <Failure
          message={t('evidence.picker.failed')}
          error={lessonText.error}
          onRetry={() => void lessonText.refetch()}
          isRetrying={lessonText.isFetching}
        />
      )}
      {lessonText.data !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {found.length === 0
            ? t(all.length === 0 ? 'evidence.picker.empty' : 'evidence.picker.nothingFound')
            : t('evidence.picker.found', { count: found.length })}
        </Text>
      )}
      <ul className={classes.sentences}>
        {found.map((evidence, at) => {
          const place = findPlace(evidence, t);
          return (
            <li key={`${evidence.passage_id}-${at}`}>
              <UnstyledButton
                className={classes.sentence}
                data-mantine-stop-propagation
                onClick={() => onChoose(evidence)}
              >
                {place !== undefined && <span className={classes.place}>{place}</span>}
                <span dir="auto">{evidence.quote}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <Button variant="default" size="xs" data-mantine-stop-propagation onClick={onClose}>
        {t('common.close')}
      </Button>
    </section>
  );
}
