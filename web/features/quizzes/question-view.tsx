import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '#contract/quizzes.ts';
import { AnswerOptions } from '#web/ui/answer-options.tsx';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { FlawNotes } from '#web/ui/flaw-notes.tsx';
import { StemView } from '#web/ui/stem-view.tsx';
import { DraftBadge } from './draft-badge.tsx';
import { DifficultyReason } from './difficulty-reason.tsx';
import classes from './quizzes.module.css';

/** One question in a list. */
export function QuestionView({
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
      <QuestionContent
        question={question}
        number={number}
        lessonId={lessonId}
        title={
          <Text fw={600} size="sm">
            {t('quizzes.questionNumber', { number })}
          </Text>
        }
      />
    </li>
  );
}

/** A question with all its details and its evidence. */
export function QuestionContent({
  question,
  number,
  title,
  lessonId,
}: {
  question: Question;
  number: number;
  title: ReactNode;
  /** Omit it if the evidence is shown next to the question. */
  lessonId?: number;
}) {
  const { t } = useTranslation();
  const openFlaws = question.flaws.filter(({ code }) =>
    question.dismissed_flaws.every((dismissal) => dismissal.code !== code),
  );
  // The evidence next to the question shows the quote already.
  const isQuoteAgain = lessonId === undefined && question.explanation === question.evidence?.quote;
  return (
    <>
      <Group gap={8} mb={8}>
        {title}
        {question.is_draft && <DraftBadge />}
        <Badge variant="default" size="md" tt="none" fw={500}>
          <VisuallyHidden>{t('quizzes.levelLabel')} </VisuallyHidden>
          {t(`quizzes.levels.${question.blooms_taxonomy}`)}
        </Badge>
        <Group gap={8} wrap="nowrap">
          <Badge variant="default" size="md" tt="none" fw={500}>
            <VisuallyHidden>{t('quizzes.difficultyLabel')} </VisuallyHidden>
            {t(`quizzes.difficulties.${question.difficulty}`)}
          </Badge>
          <DifficultyReason
            difficulty={question.difficulty}
            reason={question.difficulty_reason_coded}
            label={t('quizzes.whyDifficulty', { number })}
          />
        </Group>
        {question.outcome !== null && (
          <Badge variant="light" color="lapis" size="md" tt="none" fw={600}>
            <VisuallyHidden>{t('quizzes.outcomeLabel')} </VisuallyHidden>
            <bdi>{question.outcome.short_name}</bdi>
          </Badge>
        )}
      </Group>
      {question.level_found !== question.blooms_taxonomy && (
        <Text size="sm" c="dimmed" mb={6}>
          {t('quizzes.levelMismatch', {
            asked: t(`quizzes.levels.${question.blooms_taxonomy}`),
            found: t(`quizzes.levels.${question.level_found}`),
          })}
        </Text>
      )}
      <StemView stem={question.text} className={classes.stem} />
      <AnswerOptions options={question.options} />
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
      <div className={classes.basis}>
        {lessonId !== undefined && question.evidence !== null && (
          <span className={classes.chip}>
            <EvidenceChip lessonId={lessonId} evidence={question.evidence} />
          </span>
        )}
        {question.explanation !== '' && !isQuoteAgain && (
          <Text size="sm" c="dimmed" dir="auto" className={classes.explanation}>
            {question.explanation}
          </Text>
        )}
      </div>
      <FlawNotes flaws={openFlaws} intro={t('quizzes.worthALook')} />
    </>
  );
}
