import { Badge, Checkbox, Group, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportPlace, PreviewedQuestion } from '#contract/quiz-import.ts';
import { AnswerOptions } from '#web/ui/answer-options.tsx';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { FlawNotes } from '#web/ui/flaw-notes.tsx';
import { StemView } from '#web/ui/stem-view.tsx';
import classes from './importing.module.css';

/** One question as it was understood: where the lesson bears it out, what is lost, and what the checker finds. */
export function PreviewedItem({
  item: { place, question, notes },
  number,
  lessonId,
  hasText,
  isSelected,
  onToggle,
}: {
  item: PreviewedQuestion;
  number: number;
  lessonId: number;
  hasText: boolean;
  isSelected: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  return (
    <li className={classes.item} data-left-out={!isSelected || undefined}>
      <Checkbox
        className={classes.check}
        checked={isSelected}
        onChange={onToggle}
        aria-label={t('imports.select', { number })}
      />
      <div className={classes.itemText}>
        <Group gap={8} mb={8}>
          <Text size="sm" c="dimmed">
            <Place place={place} />
          </Text>
          <Badge variant="default" tt="none" fw={500}>
            <VisuallyHidden>{t('quizzes.levelLabel')} </VisuallyHidden>
            {t(`quizzes.levels.${question.blooms_taxonomy}`)}
          </Badge>
          <Badge variant="default" tt="none" fw={500}>
            <VisuallyHidden>{t('quizzes.difficultyLabel')} </VisuallyHidden>
            {t(`quizzes.difficulties.${question.difficulty}`)}
          </Badge>
          {question.type === 'essay' && (
            <Badge variant="default" tt="none" fw={500}>
              {t('imports.essay')}
            </Badge>
          )}
        </Group>
        <StemView stem={question.text} className={classes.stem} />
        <AnswerOptions options={question.options} isCompact />
        {question.explanation !== '' && (
          <Text size="sm" c="dimmed" mt={8} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {question.explanation}
          </Text>
        )}
        {question.evidence !== null && (
          <Group gap={8} mt={8}>
            <Text size="sm">{t('imports.found')}</Text>
            <EvidenceChip lessonId={lessonId} evidence={question.evidence} />
          </Group>
        )}
        {question.evidence === null && hasText && (
          <Text size="sm" c="dimmed" mt={8}>
            {t('imports.notInLesson')}
          </Text>
        )}
        {notes.length > 0 && (
          <ul className={classes.notes}>
            {notes.map((note) => (
              <li key={note}>{t(`imports.notes.${note}`)}</li>
            ))}
          </ul>
        )}
        <FlawNotes flaws={question.flaws} intro={t('quizzes.worthALook')} />
      </div>
    </li>
  );
}

/** Such as "Item 3, line 12". */
export function Place({ place: { item, line, file } }: { place: ImportPlace }) {
  const { t } = useTranslation();
  const parts = [
    t('imports.place.item', { item }),
    ...(line === null ? [] : [t('imports.place.line', { line })]),
    ...(file === null ? [] : [t('imports.place.file', { file })]),
  ];
  return <bdi className={classes.place}>{parts.join(', ')}</bdi>;
}
