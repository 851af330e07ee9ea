import { Alert, Anchor, Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { LessonFact } from '#contract/facts.ts';
import type { Lesson } from '#contract/lessons.ts';
import { useQuestionBank } from '#web/api-client/question-bank.queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ModelNote, ConnectModelHint } from '#web/ui/connect-model-hint.tsx';
import { FactsToAsk } from '#web/ui/facts-to-ask.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import type { QuestionBankState } from '#contract/question-bank.ts';
import { CandidateDesk } from './candidate-desk.tsx';
import { usePrepareQuestions, useQuestionsFromBank, type PrepareQuestions } from './question-bank.queries.ts';
import classes from './question-bank.module.css';
import { announceBank, describeBank, percentOf } from './describe-bank.ts';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';

/** A bank without questions: why, and what to do. */
function NoCandidates({
  bank,
  hasText,
  prepare,
}: {
  bank: QuestionBankState;
  hasText: boolean;
  prepare: PrepareQuestions;
}) {
  const { t } = useTranslation();
  const { status } = bank;
  const draw = (title: string, text: ReactNode, action?: ReactNode) => (
    <div role="status">
      <EmptyState
        drawing={<QuestionSheetDrawing />}
        title={<Text fw={500}>{title}</Text>}
        text={text}
        action={action}
      />
    </div>
  );
  if (!hasText) {
    return draw(
      t('bank.noText'),
      t('bank.noTextHelp'),
      <Button component={Link} to={paths.lesson(bank.lesson_id)}>
        {t('bank.openLesson')}
      </Button>,
    );
  }
  if (status === 'preparing') {
    return (
      <EmptyState
        drawing={<QuestionSheetDrawing />}
        title={<Text fw={500}>{describeBank(t, bank)}</Text>}
        text={t('bank.mayLeave')}
        action={<Progress value={percentOf(bank)} w="100%" size="md" aria-label={t('bank.progress')} />}
      />
    );
  }
  if (status === 'waiting')
    return draw(t('bank.waiting'), wordMessage(t, bank.note_coded, bank.note ?? t('bank.waitingHelp')));
  const help =
    status === 'off' && bank.writer !== null
      ? t('bank.offHelp')
      : wordMessage(
          t,
          bank.note_coded,
          bank.note ?? t(status === 'failed' ? 'bank.preparationFailedHelp' : 'bank.emptyHelp'),
        );
  return (
    <>
      {draw(
        describeBank(t, bank),
        help,
        bank.writer === null ? (
          <ConnectModelHint reason={bank.note_coded} />
        ) : (
          <Button loading={prepare.isPending} onClick={() => prepare.mutate()}>
            {t(status === 'failed' ? 'common.tryAgain' : 'bank.prepare')}
          </Button>
        ),
      )}
      {prepare.isError && (
        <Failure
          message={`${t('bank.prepareFailed')} ${explainFailure(t, prepare.error)}`}
          error={prepare.error}
        />
      )}
    </>
  );
}

/** How far the preparation of a bank with questions is, or why it ended. A ready bank speaks for itself. */
function BankProgress({ bank, prepare }: { bank: QuestionBankState; prepare: PrepareQuestions }) {
  const { t } = useTranslation();
  const isPreparing = bank.status === 'preparing';
  return (
    <>
      {isPreparing && (
        <Stack gap={8}>
          <Text fw={500}>{describeBank(t, bank)}</Text>
          <Progress value={percentOf(bank)} size="sm" aria-label={t('bank.progress')} />
          <Text size="sm" c="dimmed">
            {t('bank.mayLeave')}
          </Text>
        </Stack>
      )}
      {bank.status === 'waiting' && <Text c="dimmed">{t('bank.waiting')}</Text>}
      {bank.status === 'failed' && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          <Text fw={500}>{t('bank.preparationFailed')}</Text>
          <Text size="sm" mb="sm">
            {wordMessage(t, bank.note_coded, bank.note ?? t('bank.preparationFailedHelp'))}
          </Text>
          <Button variant="default" size="xs" loading={prepare.isPending} onClick={() => prepare.mutate()}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      )}
      {bank.status !== 'failed' && bank.writer !== null && bank.note !== null && (
        <Text size="sm" c="dimmed">
          {wordMessage(t, bank.note_coded, bank.note)}
        </Text>
      )}
      {prepare.isError && (
        <Failure
          message={`${t('bank.prepareFailed')} ${explainFailure(t, prepare.error)}`}
          error={prepare.error}
        />
      )}
      <VisuallyHidden role="status">
        {isPreparing || prepare.isSuccess ? announceBank(t, bank) : ''}
      </VisuallyHidden>
    </>
  );
}

/** The questions that Lectern prepared from a lesson. */
export function BankScreen({
  lesson,
  onQuizMade,
}: {
  lesson: Lesson;
  /** @param fact to ask about in the quiz */
  onQuizMade: (questionSetId: number, fact?: LessonFact) => void;
}) {
  const { t } = useTranslation();
  const bank = useQuestionBank(lesson.id);
  const { data } = bank;
  const hasText = lesson.document_source_id !== null;
  const prepare = usePrepareQuestions(lesson.id);
  const isEmpty = data !== undefined && data.candidates.length === 0 && data.bank.ready_count === 0;
  const status = data?.bank.status;
  const canPrepareMore =
    hasText && !isEmpty && data?.bank.writer !== null && (status === 'ready' || status === 'off');
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
        <Group gap="12px 16px" align="flex-start" justify="space-between">
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
        </Group>
      </div>
      <WhenLoaded
        query={bank}
        failure={t('bank.loadFailed')}
        loading={<Skeletons label={t('bank.loading')} heights={[62, 190, 190, 190]} />}
      />
      {hasText && data !== undefined && !(isEmpty && data.bank.writer === null) && <ModelNote place="bank" />}
      {data !== undefined &&
        (isEmpty ? (
          <>
            <NoCandidates bank={data.bank} hasText={hasText} prepare={prepare} />
            {hasText && <FactsForQuiz lessonId={lesson.id} onQuizMade={onQuizMade} />}
          </>
        ) : (
          <>
            <BankProgress bank={data.bank} prepare={prepare} />
            <CandidateDesk lessonId={lesson.id} candidates={data.candidates} onQuizMade={onQuizMade} />
          </>
        ))}
    </div>
  );
}

/** A question about a fact needs a quiz, so an empty one is created. */
function FactsForQuiz({
  lessonId,
  onQuizMade,
}: {
  lessonId: number;
  onQuizMade: (questionSetId: number, fact: LessonFact) => void;
}) {
  const { t } = useTranslation();
  const make = useQuestionsFromBank(lessonId);
  return (
    <>
      <FactsToAsk
        lessonId={lessonId}
        isBusy={make.isPending}
        onWrite={(fact) =>
          make.mutate(
            { lesson_id: lessonId, candidate_ids: [] },
            { onSuccess: ({ question_set: { id } }) => onQuizMade(id, fact) },
          )
        }
      />
      {make.isError && (
        <Failure
          message={t('bank.createFailed', { error: explainFailure(t, make.error) })}
          error={make.error}
        />
      )}
    </>
  );
}
