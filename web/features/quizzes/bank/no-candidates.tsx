import { Button, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import type { QuestionBankState } from '#contract/question-bank.ts';
import { ConnectModelHint } from '#web/ui/connect-model-hint.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { paths } from '#web/ui/paths.ts';
import { describeBank, percentOf } from './describe-bank.ts';
import type { PrepareQuestions } from './question-bank.queries.ts';

/** A bank without questions: why, and what to do. */
export function NoCandidates({
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
