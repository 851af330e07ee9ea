import { Button, Group, Switch, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerResult, AttemptResult } from '#contract/quiz-results.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { StemView } from '#web/ui/stem-view.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { EssayGrade } from './essay-grade.tsx';
import { useAcceptLate } from './results.queries.ts';
import classes from './results.module.css';

/** One student's answers: to read, to print, and to give essays their points. */
export function AttemptScreen({ sharedQuizId, attempt }: { sharedQuizId: number; attempt: AttemptResult }) {
  const { t, i18n } = useTranslation();
  const { student, answers } = attempt;
  const acceptLate = useAcceptLate(sharedQuizId, student.attempt_id);
  const name =
    student.student_name ||
    student.student_number ||
    t('results.students.unnamed', { number: student.attempt_id });
  return (
    <div className={classes.screen}>
      <div>
        <Button
          component={Link}
          to={paths.quizResults(sharedQuizId)}
          variant="subtle"
          size="sm"
          className={classes.back}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          {t('results.attempt.back')}
        </Button>
        <PageTitle tabTitle={name}>
          <bdi>{name}</bdi>
        </PageTitle>
        <Text dir="auto">{attempt.quiz_name}</Text>
        <Text c="dimmed">
          {t('results.attempt.points', { points: student.points, maximum: student.maximum })} ·{' '}
          {student.submitted_at === null
            ? t('results.students.underWay')
            : formatDateTime(student.submitted_at, i18n.language)}
        </Text>
      </div>
      <Group>
        <Button
          variant="default"
          size="sm"
          className={classes.notPrinted}
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('results.attempt.print')}
        </Button>
      </Group>
      {student.has_late_answers && (
        <div className={classes.notPrinted}>
          <Switch
            label={t('results.attempt.acceptLate')}
            description={t('results.attempt.acceptLateHelp')}
            checked={student.late_accepted}
            disabled={acceptLate.isPending}
            onChange={({ currentTarget }) => acceptLate.mutate(currentTarget.checked)}
          />
          {acceptLate.isError && (
            <Failure message={explainFailure(t, acceptLate.error)} error={acceptLate.error} />
          )}
        </div>
      )}
      {answers.map((answer, place) => (
        <section key={answer.key} className={classes.card} aria-labelledby={`answer-${answer.key}`}>
          <Title order={2} size="h4" id={`answer-${answer.key}`}>
            {t('results.attempt.question', { number: place + 1, total: answers.length })}
          </Title>
          <StemView stem={answer.text} className={classes.stem} />
          {answer.type === 'essay' ? (
            <EssayGrade
              key={`${answer.points ?? ''} ${answer.is_late}`}
              sharedQuizId={sharedQuizId}
              attemptId={student.attempt_id}
              answer={answer}
            />
          ) : (
            <Choice answer={answer} />
          )}
          {answer.is_late && <Text size="sm">{t('results.attempt.late')}</Text>}
          {answer.late !== null && (
            <Text size="sm" dir="auto">
              {t('results.attempt.lateNotCounted', {
                text:
                  answer.late.choice === null
                    ? (answer.late.answer ?? '')
                    : (answer.options[answer.late.choice]?.text ?? ''),
              })}
            </Text>
          )}
          {answer.evidence !== null && (
            <div className={classes.chips}>
              <EvidenceChip lessonId={answer.lesson_id} evidence={answer.evidence} />
            </div>
          )}
        </section>
      ))}
    </div>
  );
}

function Choice({ answer }: { answer: AnswerResult }) {
  const { t } = useTranslation();
  const chosen = answer.choice === null ? undefined : answer.options[answer.choice];
  const right = answer.options.find(({ is_correct: isCorrect }) => isCorrect);
  return (
    <>
      <Text dir="auto">
        {chosen === undefined
          ? t('results.attempt.noAnswer')
          : t('results.attempt.chose', { text: chosen.text })}
      </Text>
      {chosen?.is_correct === true ? (
        <Text fw={500}>{t('results.attempt.isRight')}</Text>
      ) : (
        right !== undefined && (
          <Text fw={500} dir="auto">
            {t('results.attempt.rightIs', { text: right.text })}
          </Text>
        )
      )}
    </>
  );
}
