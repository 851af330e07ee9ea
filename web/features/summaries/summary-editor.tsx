import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptSummary, Lesson } from '#contract/lessons.ts';
import { useEditSummary } from '#web/api-client/lesson-work.queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { SummaryLineFields, fieldIdOf } from './summary-line-fields.tsx';
import {
  findIncomplete,
  moveLine,
  newLine,
  readLines,
  withNewKeys,
  writeLines,
  type SummaryLine,
  type SummaryLines,
} from './summary-lines.ts';
import classes from './summary.module.css';

const ADD_ID = { points: 'add-summary-point', terms: 'add-key-term' } as const;

/** The points of one length, and the key terms, to be changed, removed, moved and added, each with its evidence. */
export function SummaryEditor({
  lesson,
  summary,
  onClose,
}: {
  lesson: Lesson;
  summary: KeptSummary;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [lines, setLines] = useTyped<SummaryLines>(
    `summary:${lesson.id}:${summary.length}`,
    () => readLines(summary, lesson),
    { read: withNewKeys },
  );
  const [incomplete, setIncomplete] = useState<number>();
  const save = useEditSummary(lesson);
  const requestFocus = useFocusRequest();

  const submit = async (): Promise<void> => {
    const missing = findIncomplete(lines);
    setIncomplete(missing);
    if (missing !== undefined) {
      requestFocus(fieldIdOf(missing));
      return;
    }
    try {
      await save.mutateAsync(writeLines(lines, summary.length));
    } catch {
      return; // Shown by the form, which keeps every word.
    }
    showToast('success', t('lessons.summarySaved'));
    onClose();
  };

  const section = (kind: keyof SummaryLines) => {
    const list = lines[kind];
    const change = (changed: readonly SummaryLine[]): void => {
      setLines((before) => ({ ...before, [kind]: changed }));
    };
    return (
      <section
        className={classes.editorSection}
        aria-label={t(`lessons.${kind === 'points' ? 'points' : 'keyTerms'}`)}
      >
        <Title order={2} size="h4">
          {t(`lessons.${kind === 'points' ? 'points' : 'keyTerms'}`)}
        </Title>
        <ol className={classes.editorLines}>
          {list.map((line, at) => (
            <SummaryLineFields
              key={line.key}
              lessonId={lesson.id}
              line={line}
              kind={kind}
              number={at + 1}
              count={list.length}
              isIncomplete={incomplete === line.key}
              onChange={(changed) => change(list.map((each) => (each.key === line.key ? changed : each)))}
              onMove={(step) => {
                change(moveLine(list, at, step));
                requestFocus(fieldIdOf(line.key));
              }}
              onRemove={() => {
                change(list.filter(({ key }) => key !== line.key));
                const next = list[at + 1] ?? list[at - 1];
                requestFocus(next === undefined ? ADD_ID[kind] : fieldIdOf(next.key));
              }}
            />
          ))}
        </ol>
        <Button
          id={ADD_ID[kind]}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            const line = newLine();
            change([...list, line]);
            requestFocus(fieldIdOf(line.key));
          }}
        >
          {t(kind === 'points' ? 'lessons.addPoint' : 'lessons.addTerm')}
        </Button>
      </section>
    );
  };

  return (
    <form
      className={classes.editor}
      aria-label={t('lessons.editSummaryOf', { length: t(`lessons.summaryLengths.${summary.length}`) })}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {section('points')}
      {section('terms')}
      {lines.points.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('lessons.pointsMissing')}
        </Text>
      )}
      {save.isError && <Failure message={t('lessons.summaryNotSaved')} error={save.error} />}
      <Group justify="flex-end" className={classes.editorActions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={lines.points.length === 0}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
