import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../contract/quizzes.ts';
import { EvidenceChip } from '../../ui/evidence-chip.tsx';
import classes from './quizzes.module.css';

/** One question with everything that is known of it, and the passage it rests on. */
export function QuestionItem({
  question,
  number,
  lessonId,
}: {
  question: Question;
  number: number;
  lessonId: number;
}) {
  const { t } = useTranslation();
  return (
    <li className={classes.question}>
      <Group gap={8} mb={8}>
        <Text fw={600} size="sm">
          {t('quizzes.questionNumber', { number })}
        </Text>
        <Badge variant="default" size="md" tt="none" fw={500}>
          <VisuallyHidden>{t('quizzes.levelLabel')} </VisuallyHidden>
          {t(`quizzes.levels.${question.blooms_taxonomy}`)}
        </Badge>
        <Badge variant="default" size="md" tt="none" fw={500}>
          <VisuallyHidden>{t('quizzes.difficultyLabel')} </VisuallyHidden>
          {t(`quizzes.difficulties.${question.difficulty}`)}
        </Badge>
        {question.outcome !== null && (
          <Badge variant="light" color="lapis" size="md" tt="none" fw={600}>
            <VisuallyHidden>{t('quizzes.outcomeLabel')} </VisuallyHidden>
            <bdi>{question.outcome.short_name}</bdi>
          </Badge>
        )}
      </Group>
      <p className={classes.stem} dir="auto">
        {question.text}
      </p>
      {question.options.length > 0 && (
        <ol className={classes.options}>
          {question.options.map((option) => (
            <li key={option.id} className={classes.option} data-correct={option.is_correct || undefined}>
              {option.is_correct ? (
                <IconCircleCheckFilled size={20} aria-hidden />
              ) : (
                <IconCircle size={20} stroke={1.4} aria-hidden />
              )}
              <span dir="auto">{option.text}</span>
              {option.is_correct && <VisuallyHidden>{t('quizzes.correctAnswer')}</VisuallyHidden>}
            </li>
          ))}
        </ol>
      )}
      {question.key_points.length > 0 && (
        <div className={classes.aside}>
          <Text fw={600} size="sm">
            {t('quizzes.keyPoints')}
          </Text>
          <ul className={classes.points}>
            {question.key_points.map((point, index) => (
              <li key={index} dir="auto">
                {point}
              </li>
            ))}
          </ul>
        </div>
      )}
      {question.rubric !== null && question.rubric !== '' && (
        <div className={classes.aside}>
          <Text fw={600} size="sm">
            {t('quizzes.rubric')}
          </Text>
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-line' }}>
            {question.rubric}
          </Text>
        </div>
      )}
      <Group gap={10} mt={12} align="flex-start" wrap="nowrap">
        {question.evidence !== null && (
          <span className={classes.chip}>
            <EvidenceChip lessonId={lessonId} evidence={question.evidence} />
          </span>
        )}
        {question.explanation !== '' && (
          <Text size="sm" c="dimmed" dir="auto" pt={2} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {question.explanation}
          </Text>
        )}
      </Group>
      {question.flaws.map(({ code, message }) => (
        <Group key={code} gap={6} mt={8} wrap="nowrap" align="flex-start">
          <IconInfoCircle size={18} stroke={1.6} aria-hidden className={classes.flawIcon} />
          <Text size="sm">
            <strong>{t('quizzes.worthALook')}</strong> {message}
          </Text>
        </Group>
      ))}
    </li>
  );
}
