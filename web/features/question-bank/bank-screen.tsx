import { Anchor, Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Lesson } from '../../../contract/lessons.ts';
import { Failure } from '../../ui/failure.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { paths } from '../../ui/paths.ts';
import { BankProgress } from './bank-progress.tsx';
import { CandidateDesk } from './candidate-desk.tsx';
import { NoCandidates } from './no-candidates.tsx';
import { usePrepareQuestions, useQuestionBank } from './question-bank.queries.ts';
import classes from './question-bank.module.css';

/** The questions that Lectern prepared from a lesson. */
export function BankScreen({
  lesson,
  onQuizMade,
}: {
  lesson: Lesson;
  onQuizMade: (questionSetId: number) => void;
}) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuestionBank(lesson.id);
  const hasText = lesson.docsource_id !== null;
  const prepare = usePrepareQuestions(lesson.id);
  const isEmpty = data !== undefined && data.candidates.length === 0 && data.bank.ready_count === 0;
  const status = data?.bank.status;
  const canPrepareMore = hasText && !isEmpty && (status === 'ready' || status === 'off');
  return (
    <div className={classes.screen}>
      <div>
        <Button
          component={Link}
          to={paths.lesson(lesson.id)}
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.back}
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
        >
          {t('bank.backToLesson')}
        </Button>
        <div className={classes.titleRow}>
          <div className={classes.title}>
            <PageTitle>{t('bank.title')}</PageTitle>
            <Anchor component={Link} to={paths.lesson(lesson.id)} className={classes.lesson}>
              <bdi>{lesson.title}</bdi>
            </Anchor>
          </div>
          {canPrepareMore && (
            <Button
              variant="default"
              leftSection={<IconSparkles size={18} stroke={1.6} aria-hidden />}
              loading={prepare.isPending}
              onClick={() => prepare.mutate()}
            >
              {t('bank.prepareMore')}
            </Button>
          )}
        </div>
      </div>
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && (
        <Failure
          message={t('bank.loadFailed')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data !== undefined &&
        (isEmpty ? (
          <NoCandidates bank={data.bank} hasText={hasText} prepare={prepare} />
        ) : (
          <>
            <BankProgress bank={data.bank} prepare={prepare} />
            <CandidateDesk lessonId={lesson.id} candidates={data.candidates} onQuizMade={onQuizMade} />
          </>
        ))}
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <VisuallyHidden role="status">{t('bank.loading')}</VisuallyHidden>
      <Skeleton height={62} />
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={190} />
      ))}
    </Stack>
  );
}
