import { Alert, Button, Progress, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ParseKeys, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ModelOverview } from '#contract/administration.ts';
import type { ComponentHealth } from '#contract/health.ts';
import type texts from '#web/locales/en/administration.json';
import { Failure } from '#web/ui/failure.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { wordMessage } from '#web/ui/word-message.ts';
import classes from './administration.module.css';
import { useDownloadModels, useModels } from './administration.queries.ts';
import { explainFailure, Pairs, SectionFrame, StatusRow, WhenLoaded } from './section-frame.tsx';

type ModelName = keyof (typeof texts)['models']['names'];

/** `/admin/models`: the models, their state, and how to choose others. */
export function ModelsSection() {
  const { t } = useTranslation();
  const query = useModels();
  return (
    <SectionFrame section="models" help={t('administration.models.help')}>
      <WhenLoaded query={query}>
        {(overview) => (
          <>
            <ModelList overview={overview} />
            <ChosenModels overview={overview} />
          </>
        )}
      </WhenLoaded>
    </SectionFrame>
  );
}

function ModelList({ overview: { models, is_downloading: isAsked } }: { overview: ModelOverview }) {
  const { t } = useTranslation();
  const download = useDownloadModels();
  const states = Object.values(models);
  const isUnderWay = states.some(({ status }) => status === 'downloading');
  const isMissing = states.some(({ status }) => status === 'unavailable');
  return (
    <>
      <ul className={classes.rows}>
        {Object.entries(models).map(([id, state]) => (
          <Model key={id} id={id as ModelName} state={state} />
        ))}
      </ul>
      {isAsked && isMissing && !isUnderWay && (
        <Alert role="status" mt="md" maw={860}>
          {t('administration.models.waiting')}
        </Alert>
      )}
      {download.isError && <Failure message={explainFailure(t, download.error)} error={download.error} />}
      {isMissing && !isAsked && !isUnderWay && (
        <Button
          mt="md"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('administration.models.download')}
        </Button>
      )}
    </>
  );
}

function Model({ id, state }: { id: ModelName; state: ComponentHealth }) {
  const { t } = useTranslation();
  // A model that a newer server has is shown by its name.
  const name = t(`administration.models.names.${id}`, { defaultValue: id });
  return (
    <StatusRow heading="h2" name={name} state={state} label={t(LABELS[state.status])}>
      <p className={classes.rowText}>{t(`administration.models.uses.${id}`, { defaultValue: '' })}</p>
      {state.status === 'downloading' && (
        <>
          <p className={classes.rowText} role="status">
            {describeProgress(t, state)}
          </p>
          <Progress
            mt={6}
            value={state.percent ?? 0}
            aria-label={t('administration.models.progressOf', { name })}
          />
        </>
      )}
      {state.reason !== undefined && (
        <p className={classes.rowText}>{wordMessage(t, state.reason_coded, state.reason)}</p>
      )}
    </StatusRow>
  );
}

const LABELS = {
  ready: 'administration.models.ready',
  downloading: 'administration.models.downloading',
  unavailable: 'administration.models.missing',
} as const satisfies Record<ComponentHealth['status'], ParseKeys>;

const MINUTE = 60;

function describeProgress(t: TFunction, { percent = 0, seconds_left: seconds }: ComponentHealth): string {
  if (seconds === undefined) return t('administration.models.percent', { percent });
  const left =
    seconds < MINUTE
      ? t('administration.models.seconds', { count: seconds })
      : t('administration.models.minutes', { count: Math.round(seconds / MINUTE) });
  return t('administration.models.percentLeft', { percent, left });
}

function ChosenModels({ overview }: { overview: ModelOverview }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="chosen-models">
      <Title order={2} id="chosen-models" mt="xl" mb="sm">
        {t('administration.models.settings')}
      </Title>
      <Pairs
        pairs={[
          [
            t('administration.models.writer'),
            <>
              {overview.writer ?? t('administration.models.rules')}{' '}
              <Link to={paths.languageModel} className={classes.plainLink}>
                {t('administration.models.changeWriter')}
              </Link>
            </>,
          ],
          [
            t('administration.models.transcriber'),
            t(
              overview.has_transcription_service
                ? 'administration.models.service'
                : 'administration.models.builtIn',
            ),
          ],
        ]}
      />
      <p className={classes.help}>
        <code className={classes.code}>TRANSCRIPTION_BASE_URL</code>{' '}
        {t('administration.models.switchTranscriber')}
      </p>
    </section>
  );
}
