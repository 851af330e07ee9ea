import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionFailure, ModelConnection, ModelTest } from '#contract/language-model.ts';
import { AnswerOptions } from '#web/ui/answer-options.tsx';
import { describeModelUse } from '#web/ui/describe-model-use.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatNumber } from '#web/ui/format.ts';
import { StemView } from '#web/ui/stem-view.tsx';
import { explainFailure } from '../section-frame.tsx';
import { wordMessage } from '#web/ui/word-message.ts';
import classes from './language-model.module.css';

const SECOND = 1_000;

export function ModelTestResult({
  test,
  isPossible,
  onTest,
  onUseAddress,
}: {
  test: Pick<UseMutationResult<ModelTest, Error, ModelConnection>, 'data' | 'error' | 'isPending'>;
  isPossible: boolean;
  onTest: () => void;
  onUseAddress: (address: string) => void;
}) {
  const { t } = useTranslation();
  const { data, error, isPending } = test;
  return (
    <section aria-label={t('administration.languageModel.testTitle')}>
      <Button variant="light" disabled={!isPossible} loading={isPending} onClick={onTest}>
        {t('administration.languageModel.test')}
      </Button>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {isPending ? t('administration.languageModel.testing') : t('administration.languageModel.testHelp')}
      </Text>
      {isPending && <Elapsed />}
      {error !== null && <Failure message={explainFailure(t, error)} error={error} />}
      {data?.failure != null && <ConnectionFailureNote failure={data.failure} onUseAddress={onUseAddress} />}
      {data?.question != null && <WrittenQuestion test={data} question={data.question} />}
    </section>
  );
}

/** Not announced, because a number every second would drown out everything else. */
function Elapsed() {
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND);
    return () => clearInterval(timer);
  }, []);
  return (
    <Text size="sm" c="dimmed">
      {t('administration.languageModel.elapsed', { seconds })}
    </Text>
  );
}

function WrittenQuestion({
  test,
  question,
}: {
  test: ModelTest;
  question: NonNullable<ModelTest['question']>;
}) {
  const { t, i18n } = useTranslation();
  const number = (value: number, digits: number): string =>
    formatNumber(Number(value.toFixed(digits)), i18n.language);
  const facts = [
    t('administration.languageModel.took', { seconds: number(test.seconds, 1) }),
    test.tokens_per_second === null
      ? ''
      : t('administration.languageModel.speedMeasured', { tokens: number(test.tokens_per_second, 1) }),
    describeModelUse(t, i18n.language, test),
  ].filter((fact) => fact !== '');
  return (
    <article className={classes.question} role="status">
      <Text size="sm" fw={600} c="green">
        {t('administration.languageModel.works')}
      </Text>
      <StemView stem={question.text} className={classes.stem} />
      <AnswerOptions options={question.options} isCompact />
      <blockquote className={classes.quote} dir="auto">
        {question.quote}
      </blockquote>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </article>
  );
}

/** Explains why a model cannot be used, and how to fix it. */
export function ConnectionFailureNote({
  failure,
  onUseAddress,
}: {
  failure: ConnectionFailure;
  onUseAddress: (address: string) => void;
}) {
  const { t } = useTranslation();
  const { suggested_base_url: address } = failure;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} mt="sm">
      <Stack gap="sm" align="flex-start">
        <Text dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {wordMessage(t, failure.message_coded, failure.message)}
        </Text>
        {address !== null && (
          <Button variant="default" size="xs" onClick={() => onUseAddress(address)}>
            {t('administration.languageModel.useAddress', { address: address.replace('http://', '') })}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
