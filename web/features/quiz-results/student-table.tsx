import { ActionIcon, Anchor, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { QuizResults, StudentResult } from '#contract/quiz-results.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatDateTime, formatSeconds } from '#web/ui/format.ts';
import { paths } from '#web/ui/paths.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { useDeleteAttempt } from './results.queries.ts';
import classes from './results.module.css';

/** All attempts, each with a link to its answers. */
export function StudentTable({ results }: { results: QuizResults }) {
  const { t, i18n } = useTranslation();
  const [deleted, setDeleted] = useState<StudentResult>();
  const remove = useDeleteAttempt(results.shared_quiz_id);
  const nameOf = (student: StudentResult): string =>
    student.student_name ||
    student.student_number ||
    t('results.students.unnamed', { number: student.attempt_id });
  return (
    <section className={classes.card} aria-labelledby="results-students">
      <Title order={2} id="results-students">
        {t('results.students.title')}
      </Title>
      <div className={classes.scroller} tabIndex={0} role="group" aria-labelledby="results-students">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('results.students.student')}</th>
              <th scope="col">{t('results.students.points')}</th>
              <th scope="col">{t('results.students.time')}</th>
              <th scope="col">{t('results.students.submitted')}</th>
              <th scope="col" aria-label={t('results.students.actions')} />
            </tr>
          </thead>
          <tbody>
            {results.students.map((student) => (
              <tr key={student.attempt_id}>
                <th scope="row">
                  <Anchor
                    component={Link}
                    to={paths.attemptResult(results.shared_quiz_id, student.attempt_id)}
                  >
                    <bdi>{nameOf(student)}</bdi>
                  </Anchor>
                  {student.attempt_number > 1 && (
                    <Text span size="sm" c="dimmed">
                      {' '}
                      {t('results.students.attempt', { number: student.attempt_number })}
                    </Text>
                  )}
                </th>
                <td>
                  {student.points} / {student.maximum}
                  {student.ungraded_keys.length > 0 && (
                    <Text size="xs">
                      {t('results.students.ungraded', { count: student.ungraded_keys.length })}
                    </Text>
                  )}
                </td>
                <td>{student.seconds === null ? '–' : formatSeconds(student.seconds)}</td>
                <td>
                  {student.submitted_at === null
                    ? t('results.students.underWay')
                    : formatDateTime(student.submitted_at, i18n.language)}
                  {student.has_late_answers && <Text size="xs">{t('results.students.late')}</Text>}
                </td>
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={t('results.students.delete', { name: nameOf(student) })}
                    onClick={() => setDeleted(student)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {deleted !== undefined && (
        <ConfirmDialog
          title={t('results.students.deleteTitle', { name: nameOf(deleted) })}
          text={t('results.students.deleteText')}
          confirmLabel={t('common.delete')}
          isWorking={remove.isPending}
          failure={
            remove.isError
              ? `${t('results.students.deleteFailed')} ${explainFailure(t, remove.error)}`
              : undefined
          }
          error={remove.error}
          onConfirm={() => remove.mutate(deleted.attempt_id, { onSuccess: () => setDeleted(undefined) })}
          onClose={() => {
            remove.reset();
            setDeleted(undefined);
          }}
        />
      )}
    </section>
  );
}
