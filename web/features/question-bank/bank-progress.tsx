import { Alert, Button, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QuestionBankState } from '../../../contract/question-bank.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { announceBank, describeBank, percentOf } from './describe-bank.ts';
import type { PrepareQuestions } from './question-bank.queries.ts';
import classes from './question-bank.module.css';

/** How far the preparation of a bank with questions is, or why it ended. A ready bank speaks for itself. */
export function BankProgress({ bank, prepare }: { bank: QuestionBankState; prepare: PrepareQuestions }) {
  const { t } = useTranslation();
  const isPreparing = bank.status === 'preparing';
  return (
    <>
      {isPreparing && (
        <div className={classes.progress}>
          <Text fw={500}>{describeBank(t, bank)}</Text>
          <Progress value={percentOf(bank)} size="sm" aria-label={t('bank.progress')} />
          <Text size="sm" c="dimmed">
            {t('bank.mayLeave')}
          </Text>
        </div>
      )}
      {bank.status === 'waiting' && <Text c="dimmed">{t('bank.waiting')}</Text>}
      {bank.status === 'failed' && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          <Text fw={500}>{t('bank.preparationFailed')}</Text>
          <Text size="sm" mb="sm">
            {bank.note ?? t('bank.preparationFailedHelp')}
          </Text>
          <Button variant="default" size="xs" loading={prepare.isPending} onClick={() => prepare.mutate()}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      )}
      {bank.status !== 'failed' && bank.note !== null && (
        <Text size="sm" c="dimmed">
          {bank.note}
        </Text>
      )}
      {prepare.isError && (
        <Failure
          message={`${t('bank.prepareFailed')} ${explainServiceError(prepare.error)}`}
          error={prepare.error}
        />
      )}
      <VisuallyHidden role="status">
        {isPreparing || prepare.isSuccess ? announceBank(t, bank) : ''}
      </VisuallyHidden>
    </>
  );
}
