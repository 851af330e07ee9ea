import { Button, Group, Text, Textarea } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GRADE_COMMENT_MAXIMUM_LENGTH, type AnswerResult } from '#contract/quiz-results.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { useGradeAnswer } from './results.queries.ts';
import classes from './results.module.css';
import { usePercent } from './use-percent.ts';

/** Of a question's one point. */
const STEPS = [0, 0.25, 0.5, 0.75, 1] as const;

/** An essay beside its rubric, with the key points that were found in it, and its points. */
export function EssayGrade({
  sharedQuizId,
  attemptId,
  answer,
}: {
  sharedQuizId: number;
  attemptId: number;
  answer: AnswerResult;
}) {
  const { t } = useTranslation();
  const percent = usePercent();
  const grade = useGradeAnswer(sharedQuizId, attemptId);
  const [comment, setComment] = useTyped(`grade:${attemptId}:${answer.key}`, answer.comment);
  const legend = useId();
  const give = (points: number | null): void => grade.mutate({ key: answer.key, points, comment });
  const text = answer.answer ?? '';
  return (
    <>
      <div className={classes.essay}>
        <div>
          <Text size="sm" fw={600}>
            {t('results.essay.answer')}
          </Text>
          <p className={classes.answer} dir="auto">
            {text === '' ? t('results.attempt.noAnswer') : markKeyPoints(text, answer)}
          </p>
        </div>
        <div>
          <Text size="sm" fw={600}>
            {t('results.essay.keyPoints')}
          </Text>
          <ul className={classes.keyPoints}>
            {answer.key_points.map(({ text: point, start }) => (
              <li key={point}>
                <bdi>{point}</bdi>{' '}
                <Text span size="sm" c="dimmed">
                  {t(start === null ? 'results.essay.notFound' : 'results.essay.found')}
                </Text>
              </li>
            ))}
          </ul>
          {answer.rubric !== null && (
            <>
              <Text size="sm" fw={600}>
                {t('results.essay.rubric')}
              </Text>
              <p className={classes.answer} dir="auto">
                {answer.rubric}
              </p>
            </>
          )}
        </div>
      </div>
      <div className={classes.notPrinted}>
        <Textarea
          label={t('results.essay.comment')}
          autosize
          minRows={2}
          maxLength={GRADE_COMMENT_MAXIMUM_LENGTH}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <div role="group" aria-labelledby={legend} className={classes.points}>
          <Text size="sm" fw={600} id={legend}>
            {t('results.essay.points')}
          </Text>
          <Group gap="xs">
            {STEPS.map((points) => (
              <Button
                key={points}
                size="sm"
                variant={answer.points === points ? 'filled' : 'default'}
                aria-pressed={answer.points === points}
                disabled={grade.isPending}
                onClick={() => give(points)}
              >
                {percent(points)}
              </Button>
            ))}
            {answer.points !== null && (
              <Button size="sm" variant="subtle" disabled={grade.isPending} onClick={() => give(null)}>
                {t('results.essay.takeBack')}
              </Button>
            )}
          </Group>
        </div>
      </div>
      <Text size="sm" role="status">
        {answer.points === null
          ? t('results.essay.ungraded')
          : t('results.essay.graded', { points: percent(answer.points) })}
      </Text>
      {grade.isError && <Failure message={explainFailure(t, grade.error)} error={grade.error} />}
    </>
  );
}

/** The answer with the places marked where it seems to make a key point. */
function markKeyPoints(text: string, { key_points: keyPoints }: AnswerResult): ReactNode[] {
  const places = keyPoints
    .flatMap(({ start, end }) => (start === null || end === null ? [] : [{ start, end }]))
    .toSorted((one, other) => one.start - other.start);
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end } of places) {
    if (start < from) continue;
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return [...parts, text.slice(from)];
}
