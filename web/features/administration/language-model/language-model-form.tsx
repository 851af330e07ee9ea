import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MODEL_PROVIDERS,
  type LanguageModelSettings,
  type ModelConnection,
  type ModelTest,
  type DiscoveredServices,
} from '#contract/language-model.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';
import { submitForm } from '#web/ui/form-fields.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { LANGUAGE_MODEL, MODELS } from '../administration.queries.ts';
import classes from '../administration.module.css';
import { OwnPasswordDialog } from '../own-password-dialog.tsx';
import { connectionOf, findInvalidField, valuesOf, type ConnectionValues } from './connection-values.ts';
import { LocalModelFields } from './local-model-fields.tsx';
import { ModelTestResult } from './model-test-result.tsx';
import { ServiceFields } from './service-fields.tsx';
import { IconSearch } from '@tabler/icons-react';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from '../section-frame.tsx';

type FoundService = DiscoveredServices['services'][number];

const NAMES = { ollama: 'Ollama', 'openai-compatible': 'LM Studio' } as const;

/** Looks for Ollama and LM Studio once, when it is shown. @param isWanted whether to say so if none was found */
function FoundServices({
  isWanted,
  onChoose,
}: {
  isWanted: boolean;
  onChoose: (service: FoundService) => void;
}) {
  const { t } = useTranslation();
  const { mutate, data, isPending, isError, error } = useMutation({
    mutationFn: () => request<DiscoveredServices>('POST', '/api/admin/language-model/discover/'),
  });
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!hasLooked.current) mutate();
    hasLooked.current = true;
  }, [mutate]);
  const services = data?.services ?? [];
  if (!isWanted && services.length === 0) return null;
  return (
    <section aria-label={t('administration.languageModel.foundHere')}>
      <Text size="sm" role="status">
        {isPending && t('administration.languageModel.looking')}
        {data !== undefined &&
          t(
            services.length === 0
              ? 'administration.languageModel.foundNone'
              : 'administration.languageModel.foundHere',
          )}
      </Text>
      <Group gap="sm" mt={6}>
        {services.map((service) => (
          <Button
            key={`${service.provider} ${service.base_url}`}
            variant="light"
            // Addresses are too long for a line on a phone.
            h="auto"
            mih={36}
            py={6}
            styles={{ label: { lineHeight: 1.4, overflowWrap: 'anywhere', whiteSpace: 'normal' } }}
            onClick={() => onChoose(service)}
          >
            {t('administration.languageModel.useFound', {
              name: NAMES[service.provider],
              address: service.base_url.replace('http://', ''),
              count: service.models.length,
            })}
          </Button>
        ))}
        <Button
          variant="default"
          leftSection={<IconSearch size={17} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('administration.languageModel.lookAgain')}
        </Button>
      </Group>
      {isError && <Failure message={explainFailure(t, error)} error={error} />}
    </section>
  );
}

const PATH = '/api/admin/language-model/';
/** Names of models that only embed text. */
const EMBEDS = /embed|minilm|\bbge\b/iu;
/** What of a connection is not kept for another provider; prices are those of a model. */
const EMPTY = { baseUrl: '', model: '', apiVersion: '', inputPrice: '', outputPrice: '' };
const SAVE = 'save-language-model';
const REMOVE = 'remove-language-model';

export function LanguageModelForm({ settings }: { settings: LanguageModelSettings }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const saved = valuesOf(settings, language);
  const [values, setValues] = useTyped<ConnectionValues>('language-model', saved);
  const [apiKey, setApiKey] = useState<string | undefined>('');
  const [models, setModels] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<'save' | 'remove'>();
  const [wasSent, setWasSent] = useState(false);
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: (body: ModelConnection) => request<ModelTest>('POST', `${PATH}test/`, { body }),
  });
  const focus = useFocusRequest();
  const connection = connectionOf(values, apiKey, language);
  const change = (changed: Partial<ConnectionValues>): void => {
    test.reset();
    setValues({ ...values, ...changed });
  };
  const invalid = findInvalidField(values, language);
  const isDirty = apiKey !== '' || JSON.stringify(values) !== JSON.stringify(saved);
  const isModelChosen = values.provider !== 'none' && values.model.trim() !== '';
  const canSave = values.provider === 'none' || isModelChosen;
  // Choosing one tests it, because that is the next step and costs nothing.
  const chooseService = ({ provider, base_url: baseUrl, models: found }: FoundService): void => {
    const chosen = {
      ...(provider === values.provider ? {} : EMPTY),
      provider,
      baseUrl,
      model: found.find((name) => !EMBEDS.test(name)) ?? found[0] ?? '',
    };
    setModels(found);
    setApiKey('');
    change(chosen);
    if (chosen.model !== '') test.mutate(connectionOf({ ...values, ...chosen }, '', language));
  };
  const onSubmit = (): void => {
    setWasSent(true);
    if (invalid === undefined) setAsking('save');
  };
  return (
    <form className={classes.form} onSubmit={(event) => submitForm(event, onSubmit)} noValidate>
      <Text role="status">
        {settings.writer === null
          ? t('administration.languageModel.rulesWrite')
          : t('administration.languageModel.writes', { model: settings.writer })}
      </Text>
      {!settings.is_key_readable && (
        <Alert color="red" role="alert">
          {t('administration.languageModel.keyUnreadable')}
        </Alert>
      )}
      {(settings.provider === 'none' || values.provider === 'ollama') && (
        <FoundServices isWanted={values.provider === 'ollama'} onChoose={chooseService} />
      )}
      <Radio.Group
        label={t('administration.languageModel.kind')}
        value={values.provider}
        onChange={(value) => {
          const provider = MODEL_PROVIDERS.find((each) => each === value) ?? 'none';
          setApiKey('');
          setModels([]);
          change(provider === saved.provider ? saved : { ...saved, ...EMPTY, provider });
        }}
      >
        <Stack gap="md" mt="sm">
          {MODEL_PROVIDERS.map((provider) => (
            <Radio
              key={provider}
              value={provider}
              label={t(`administration.languageModel.kinds.${provider}`)}
              description={t(`administration.languageModel.kindHelp.${provider}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {values.provider === 'local' && (
        <LocalModelFields settings={settings} values={values} onChange={change} />
      )}
      {values.provider !== 'local' && values.provider !== 'none' && (
        <ServiceFields
          key={values.provider}
          settings={settings}
          values={values}
          apiKey={apiKey}
          models={models}
          onModels={setModels}
          invalid={wasSent ? invalid : undefined}
          onChange={change}
          onChangeKey={(key) => {
            test.reset();
            setApiKey(key);
          }}
        />
      )}
      {values.provider !== 'none' && (
        <ModelTestResult
          test={test}
          isPossible={isModelChosen && invalid === undefined}
          onTest={() => test.mutate(connection)}
          onUseAddress={(baseUrl) => change({ baseUrl })}
        />
      )}
      <Group>
        <Button id={SAVE} type="submit" disabled={!isDirty || !canSave}>
          {t('common.save')}
        </Button>
        {settings.source === 'database' && (
          <Button id={REMOVE} variant="default" onClick={() => setAsking('remove')}>
            {t('administration.languageModel.remove')}
          </Button>
        )}
      </Group>
      {asking !== undefined && (
        <OwnPasswordDialog
          title={t(`administration.languageModel.${asking}Title`)}
          text={t(`administration.languageModel.${textOf(asking, values)}`)}
          submitLabel={t(asking === 'save' ? 'common.save' : 'administration.languageModel.remove')}
          color={asking === 'save' ? 'lapis' : 'red'}
          call={(password) =>
            asking === 'save'
              ? request<LanguageModelSettings>('PUT', PATH, { body: { ...connection, password } })
              : request<LanguageModelSettings>('DELETE', PATH, { body: { password } })
          }
          onDone={(changed) => {
            showToast('success', t(`administration.languageModel.${asking}d`));
            setApiKey('');
            setAsking(undefined);
            storeAnswer<LanguageModelSettings>(queryClient, LANGUAGE_MODEL, changed);
            for (const queryKey of [MODELS, queryKeys.writer])
              void queryClient.invalidateQueries({ queryKey });
          }}
          onClose={() => {
            setAsking(undefined);
            focus(asking === 'save' ? SAVE : REMOVE);
          }}
        />
      )}
    </form>
  );
}

const textOf = (asking: 'save' | 'remove', { provider }: ConnectionValues) => {
  if (asking === 'remove') return 'removeText';
  return provider === 'none' || provider === 'local' ? 'saveHere' : 'saveService';
};
