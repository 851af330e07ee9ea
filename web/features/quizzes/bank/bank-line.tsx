import { Button, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useQuestionBank } from '#web/api-client/question-bank.queries.ts';
import { Link } from '#web/ui/link.tsx';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { QuestionBankState } from '#contract/question-bank.ts';
import { paths } from '#web/ui/paths.ts';
import { announceBank, describeBank, percentOf } from './describe-bank.ts';
import classes from './bank-line.module.css';
import { usePrepareQuestions } from './question-bank.queries.ts';

/**
 * One quiet line about a lesson's questions, which leads to them. A lesson that was not read yet has none, and a bank
 * that cannot be asked for is left out: the screen is about something else.
 */
export function BankLine({ lessonId }: { lessonId: number }) {
  const { data } = useQuestionBank(lessonId);
  return (
    <div className={classes.line}>{data !== undefined && <Line lessonId={lessonId} bank={data.bank} />}</div>
  );
}

function Line({ lessonId, bank }: { lessonId: number; bank: QuestionBankState }) {
  const { t } = useTranslation();
  const prepare = usePrepareQuestions(lessonId);
  const { status } = bank;
  const hasQuestions = bank.ready_count > 0;
  const isPreparing = status === 'preparing';
  const canPrepare =
    bank.writer !== null &&
    (status === 'off' || status === 'failed' || (status === 'ready' && !hasQuestions));
  const Icon = status === 'failed' ? IconAlertTriangle : IconListCheck;
  return (
    <>
      <span className={classes.words}>
        <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
        {canPrepare && !hasQuestions ? (
          <span className={classes.text}>{describeBank(t, bank)}</span>
        ) : (
          <Link to={paths.questionBank(lessonId)} className={classes.link}>
            {describeBank(t, bank)}
          </Link>
        )}
      </span>
      {isPreparing && (
        <Progress value={percentOf(bank)} size="xs" className={classes.bar} aria-label={t('bank.progress')} />
      )}
      {canPrepare && !hasQuestions && (
        <Button
          variant="default"
          size="compact-sm"
          loading={prepare.isPending}
          onClick={() => prepare.mutate()}
        >
          {t(status === 'failed' ? 'common.tryAgain' : 'bank.prepare')}
        </Button>
      )}
      {status === 'failed' && !hasQuestions && bank.note !== null && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {wordMessage(t, bank.note_coded, bank.note)}
        </Text>
      )}
      {prepare.isError && (
        <Text size="sm" role="alert" className={classes.note}>
          {t('bank.prepareFailed')} {explainFailure(t, prepare.error)}
        </Text>
      )}
      <VisuallyHidden role="status">
        {isPreparing || prepare.isSuccess ? announceBank(t, bank) : ''}
      </VisuallyHidden>
    </>
  );
}
