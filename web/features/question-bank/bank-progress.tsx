import { Alert, Button, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QuestionBankState } from '../../../contract/question-bank.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { announceBank, describeBank, percentOf } from './describe-bank.ts';
import { usePrepareQuestions } from './question-bank.queries.ts';
import classes from './question-bank.module.css';

/** How far the questions are, and the way to more of them. */
export function BankProgress({ bank, canPrepare }: { bank: QuestionBankState; canPrepare: boolean }) {
  const { t } = useTranslation();
  const prepare = usePrepareQuestions(bank.lesson_id);
  const isPreparing = bank.status === 'preparing';
  return (
    <div className={classes.progress}>
      <div className={classes.progressLine}>
        <Text fw={500}>{describeBank(t, bank)}</Text>
        {canPrepare && (
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
      {isPreparing && (
        <>
          <Progress value={percentOf(bank)} size="sm" aria-label={t('bank.progress')} />
          <Text size="sm" c="dimmed">
            {t('bank.mayLeave')}
          </Text>
        </>
      )}
      {bank.status === 'failed' && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          <Text fw={500}>{t('bank.preparationFailed')}</Text>
          <Text size="sm">{bank.note ?? t('bank.preparationFailedHelp')}</Text>
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
      <VisuallyHidden role="status">{announceBank(t, bank)}</VisuallyHidden>
    </div>
  );
}
