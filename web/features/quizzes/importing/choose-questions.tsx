import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#contract/quiz-import.ts';
import { Failure } from '#web/ui/failure.tsx';
import { QUIZ_QUESTIONS_MAXIMUM } from './import-limits.ts';
import { useImportQuestions } from './imports.queries.ts';
import { PreviewedItem } from './previewed-item.tsx';
import { UnreadParts } from './unread-parts.tsx';
import classes from './importing.module.css';

/** What was understood of a file; the selected questions become a quiz. */
export function ChooseQuestions({
  preview,
  lessonId,
  name: initialName,
  onBack,
  onImported,
}: {
  preview: ImportPreview;
  lessonId: number;
  name: string;
  onBack: () => void;
  onImported: (questionSetId: number) => void;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { questions, unread } = preview;
  const first = questions.slice(0, QUIZ_QUESTIONS_MAXIMUM).map((_, index) => index);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set(first));
  const [name, setName] = useState(initialName === '' ? t('imports.nameFrom') : initialName);
  const imports = useImportQuestions();
  useEffect(() => heading.current?.focus(), []);
  const isTooMany = selected.size > QUIZ_QUESTIONS_MAXIMUM;
  const toggle = (index: number): void => {
    const next = new Set(selected);
    if (!next.delete(index)) next.add(index);
    setSelected(next);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = questions.filter((_, index) => selected.has(index)).map(({ question }) => question);
    imports.mutate(
      { lessonId, name, questions: chosen },
      { onSuccess: ({ question_set: set }) => onImported(set.id) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div>
          <Title order={3} ref={heading} tabIndex={-1}>
            {t('imports.recognized', {
              format: t(`imports.formats.${preview.format}`),
              count: questions.length,
            })}
          </Title>
          <Text size="sm" c="dimmed">
            {preview.lesson_has_text
              ? t('imports.evidenceCount', {
                  count: questions.filter(({ question }) => question.evidence !== null).length,
                })
              : t('imports.withoutText')}
          </Text>
        </div>
        {unread.length > 0 && <UnreadParts parts={unread} />}
        {questions.length === 0 && <Alert role="alert">{t('imports.none')}</Alert>}
        {questions.length > QUIZ_QUESTIONS_MAXIMUM && (
          <Alert role="status" color={isTooMany ? 'red' : 'lapis'}>
            {t('imports.limit', { maximum: QUIZ_QUESTIONS_MAXIMUM })}
          </Alert>
        )}
        {questions.length > 0 && (
          <>
            <Group gap="sm">
              <Button size="xs" variant="default" onClick={() => setSelected(new Set(first))}>
                {t('imports.selectAll')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setSelected(new Set())}>
                {t('imports.selectNone')}
              </Button>
              <Text size="sm" role="status">
                {t('imports.selected', { count: selected.size })}
              </Text>
            </Group>
            <ul className={classes.items}>
              {questions.map((item, index) => (
                <PreviewedItem
                  key={index}
                  item={item}
                  number={index + 1}
                  lessonId={lessonId}
                  hasText={preview.lesson_has_text}
                  isSelected={selected.has(index)}
                  onToggle={() => toggle(index)}
                />
              ))}
            </ul>
          </>
        )}
        <div className={classes.footer}>
          {imports.isError && <Failure message={t('imports.importFailed')} error={imports.error} />}
          <TextInput
            label={t('imports.name')}
            required
            maxLength={300}
            dir="auto"
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={onBack}>
              {t('imports.back')}
            </Button>
            <Button type="submit" loading={imports.isPending} disabled={selected.size === 0 || isTooMany}>
              {t('imports.import', { count: selected.size })}
            </Button>
          </Group>
        </div>
      </Stack>
    </form>
  );
}
