import { Button, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ExamLesson, ExamPlan } from '#contract/exams.ts';
import { keyOfCell } from '#contract/exam-cells.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import { countIn } from './change-blueprint.ts';
import { useGenerateMore } from './exams.queries.ts';
import classes from './exam.module.css';

type ShortCell = ExamPlan['cells'][number];

const isWorking = ({ status }: ExamLesson): boolean => status === 'preparing' || status === 'waiting';

/** For each cell that lacks questions, how many, why, and the lessons that can have more written. */
export function MissingQuestions({ courseId, plan }: { courseId: number; plan: ExamPlan }) {
  const { t } = useTranslation();
  const generate = useGenerateMore(courseId);
  const short = plan.cells.filter((cell) => cell.drawn_count < cell.count);
  if (short.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="missing-questions">
      <h2 id="missing-questions">{t('exam.missing')}</h2>
      <ul className={classes.missing}>
        {short.map((cell) => (
          <li key={keyOfCell(cell)}>
            <Text fw={600}>
              {[
                cell.outcome ?? t('exam.noOutcome'),
                t(`quizzes.levels.${cell.level}`),
                t(`quizzes.styles.${cell.answer_style}`),
              ].join(' · ')}
            </Text>
            <Text size="sm">{describeLack(cell)}</Text>
            {cell.lesson_ids.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('exam.noLessonFits')}
              </Text>
            ) : (
              <ul className={classes.supplying}>
                {plan.lessons
                  .filter(({ id }) => cell.lesson_ids.includes(id))
                  .toSorted(
                    (one, other) => cell.lesson_ids.indexOf(one.id) - cell.lesson_ids.indexOf(other.id),
                  )
                  .map((lesson) => (
                    <li key={lesson.id}>
                      <Link to={paths.questionBank(lesson.id)}>
                        <bdi>{lesson.title}</bdi>
                      </Link>
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconSparkles size={15} stroke={1.6} aria-hidden />}
                        aria-label={t('exam.generateFor', {
                          // Whoever speaks to the computer says what is on the button.
                          action: t(isWorking(lesson) ? 'exam.generating' : 'exam.generate'),
                          lesson: lesson.title,
                          level: t(`quizzes.levels.${cell.level}`),
                        })}
                        aria-disabled={isWorking(lesson)}
                        data-disabled={isWorking(lesson) || undefined}
                        onClick={() => {
                          if (isWorking(lesson)) return;
                          generate.mutate({
                            lessonId: lesson.id,
                            style: cell.answer_style,
                            level: cell.level,
                          });
                        }}
                      >
                        {t(isWorking(lesson) ? 'exam.generating' : 'exam.generate')}
                      </Button>
                      {!isWorking(lesson) && lesson.note !== null && (
                        <Text size="xs" c="dimmed" className={classes.note}>
                          {wordMessage(t, lesson.note_coded, lesson.note)}
                        </Text>
                      )}
                    </li>
                  ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {generate.isError && (
        <Failure
          message={t('exam.generateFailed', { error: explainFailure(t, generate.error) })}
          error={generate.error}
        />
      )}
    </section>
  );

  /** Those that are ready and still not drawn would give others away. */
  function describeLack(cell: ShortCell): string {
    const ready = countIn(plan.ready, cell);
    const missing = t('exam.missingCount', { count: cell.count - cell.drawn_count, of: cell.count });
    const leftOut = Math.min(cell.count, ready) - cell.drawn_count;
    return leftOut > 0 ? `${missing} ${t('exam.leftOut', { count: leftOut })}` : missing;
  }
}
