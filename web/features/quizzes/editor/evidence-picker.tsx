import { Button, Skeleton, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '../../../../contract/evidence.ts';
import { useLessonText } from '../../../api-client/lesson-text.queries.ts';
import { Failure } from '../../../ui/failure.tsx';
import { formatPages } from '../../../ui/format-pages.ts';
import { formatSeconds } from '../../../ui/format.ts';
import { changeQuestion } from './change-questions.ts';
import type { EditorQuestion } from './editor-question.ts';
import { listEvidence, searchSentences } from './search-sentences.ts';
import type { EditQuestions } from './use-question-editing.ts';
import classes from './evidence.module.css';

const MOST_SENTENCES = 12;

/** The lesson's sentences, to choose the one that a question rests on. At first, those nearest to what it says. */
export function EvidencePicker({
  question,
  number,
  lessonId,
  edit,
  onClose,
}: {
  question: EditorQuestion;
  number: number;
  lessonId: number;
  edit: EditQuestions;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const lessonText = useLessonText(lessonId, true);
  const [sought, setSought] = useState('');
  const all = useMemo(
    () => (lessonText.data === undefined ? [] : listEvidence(lessonText.data)),
    [lessonText.data],
  );
  const nearest = [
    question.text,
    ...question.options.filter((option) => option.isCorrect).map(({ text }) => text),
  ]
    .join(' ')
    .trim();
  const found = searchSentences(all, sought.trim() === '' ? nearest : sought, MOST_SENTENCES);
  const choose = (evidence: Evidence): void => {
    edit(
      'evidence',
      question.key,
      changeQuestion(question.key, (before) => ({ ...before, evidence })),
    );
    onClose();
  };
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
  };
  const placeOf = (evidence: Evidence): string =>
    evidence.start_second !== null ? formatSeconds(evidence.start_second) : (formatPages(evidence, t) ?? '');
  return (
    <section className={classes.picker} aria-label={t('editor.pickerOf', { number })} onKeyDown={closeByKey}>
      <TextInput
        label={t('editor.searchLesson')}
        description={t('editor.searchHint')}
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
          <VisuallyHidden role="status">{t('editor.loadingLesson')}</VisuallyHidden>
          <Skeleton height={80} />
        </>
      )}
      {lessonText.isError && (
        <Failure
          message={t('editor.lessonFailed')}
          error={lessonText.error}
          onRetry={() => void lessonText.refetch()}
          isRetrying={lessonText.isFetching}
        />
      )}
      {lessonText.data !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {found.length === 0
            ? t(all.length === 0 ? 'editor.lessonEmpty' : 'editor.nothingFound')
            : t('editor.sentencesFound', { count: found.length })}
        </Text>
      )}
      <ul className={classes.sentences}>
        {found.map((evidence, place) => (
          <li key={`${evidence.passage_id}-${place}`}>
            <UnstyledButton
              className={classes.sentence}
              data-mantine-stop-propagation
              onClick={() => choose(evidence)}
            >
              {placeOf(evidence) !== '' && <span className={classes.place}>{placeOf(evidence)}</span>}
              <span dir="auto">{evidence.quote}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Button variant="default" size="xs" data-mantine-stop-propagation onClick={onClose}>
        {t('common.close')}
      </Button>
    </section>
  );
}
