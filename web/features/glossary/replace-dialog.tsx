import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplacementOutcome, ReplacementPreview } from '#contract/glossary.ts';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { formatSeconds } from '#web/ui/format.ts';
import classes from './glossary.module.css';
import { usePreviewReplacement, useReplaceEverywhere } from './glossary.queries.ts';
import { GLOSSARY_TERM_LONGEST } from './limits.ts';
import { splitTerms } from './split-terms.ts';

type FoundLesson = ReplacementPreview['lessons'][number];

/** What would be replaced in one transcript. */
function FoundIn({
  lesson,
  isChosen,
  onChoose,
}: {
  lesson: FoundLesson;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { t } = useTranslation();
  const shown = lesson.lines.length;
  return (
    <section className={classes.found}>
      <Checkbox
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        label={
          <span dir="auto">
            <strong>{lesson.title}</strong> · {t('glossary.matches', { count: lesson.count })}
          </span>
        }
      />
      <ul className={classes.lines}>
        {lesson.lines.map((line, index) => (
          <li key={index}>
            {line.start_second !== null && (
              <span className={classes.time}>{formatSeconds(line.start_second)}</span>
            )}
            <span dir="auto">
              <del>{line.before}</del>
              <ins>{line.after}</ins>
            </span>
          </li>
        ))}
      </ul>
      {lesson.count > shown && shown === 0 && (
        <Text size="sm" c="dimmed">
          {t('glossary.moreMatches', { count: lesson.count })}
        </Text>
      )}
    </section>
  );
}

/** Replaces words in the transcripts of a course, after a preview. */
export function ReplaceDialog({
  courseId,
  find: initialFind,
  replacement: initialReplacement,
  onReplaced,
  onClose,
}: {
  courseId: number;
  find: readonly string[];
  replacement: string;
  onReplaced: (outcome: ReplacementOutcome) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [find, setFind] = useState(initialFind.join(', '));
  const [replacement, setReplacement] = useState(initialReplacement);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const preview = usePreviewReplacement(courseId);
  const replace = useReplaceEverywhere(courseId);
  const { mutate: startPreview } = preview;
  useEffect(() => {
    if (initialFind.length > 0) startPreview({ find: [...initialFind], replacement: initialReplacement });
    // Once, for what the dialog was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const wanted = { find: splitTerms(find), replacement: replacement.trim() };
  const isComplete = wanted.find.length > 0 && wanted.replacement !== '';
  // What was changed since the preview is previewed first.
  const found =
    preview.data !== undefined && JSON.stringify(preview.variables) === JSON.stringify(wanted)
      ? preview.data
      : undefined;
  const chosen = found?.lessons.filter(({ lesson_id: id }) => !left.has(id)) ?? [];
  const count = chosen.reduce((sum, lesson) => sum + lesson.count, 0);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isComplete) return;
    setLeft(new Set());
    startPreview(wanted);
  };
  const choose = (id: number, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const replaceNow = (): void => {
    const lessons = chosen.map(({ lesson_id: id, video_id: videoId }) => ({
      lesson_id: id,
      video_id: videoId,
    }));
    replace.mutate({ ...wanted, lessons }, { onSuccess: onReplaced });
  };
  return (
    <FormDialog title={t('glossary.dialogTitle')} isDirty={false} size="xl" onClose={onClose}>
      {(requestClose) => (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <div className={classes.form}>
              <TextInput
                label={t('glossary.find')}
                description={t('glossary.findHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data-autofocus
                dir="auto"
                value={find}
                onChange={({ currentTarget }) => setFind(currentTarget.value)}
              />
              <TextInput
                label={t('glossary.replacement')}
                dir="auto"
                maxLength={GLOSSARY_TERM_LONGEST}
                value={replacement}
                onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
              />
              <Button
                type="submit"
                variant="default"
                className={classes.submit}
                disabled={!isComplete}
                loading={preview.isPending}
              >
                {t('glossary.preview')}
              </Button>
            </div>
            {preview.isError && (
              <Failure message={explainFailure(t, preview.error, t('glossary.previewFailed'))} />
            )}
            <div role="status">
              {found?.count === 0 && <Text c="dimmed">{t('glossary.noMatches')}</Text>}
              {found !== undefined && found.count > 0 && (
                <Text size="sm" c="dimmed">
                  {t('glossary.matches', { count: found.count })}
                </Text>
              )}
            </div>
            {found?.lessons.map((lesson) => (
              <FoundIn
                key={lesson.lesson_id}
                lesson={lesson}
                isChosen={!left.has(lesson.lesson_id)}
                onChoose={(isChosen) => choose(lesson.lesson_id, isChosen)}
              />
            ))}
            {replace.isError && (
              <Failure message={explainFailure(t, replace.error, t('glossary.replaceFailed'))} />
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={requestClose}>
                {t('common.cancel')}
              </Button>
              <Button disabled={count === 0} loading={replace.isPending} onClick={replaceNow}>
                {count === 0 ? t('glossary.replace') : t('glossary.replaceNow', { count })}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
