import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  LanguageModelSettings,
  ModelConnection,
  ModelList,
  ModelProvider,
} from '#contract/language-model.ts';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from '../section-frame.tsx';
import { connectionOf, type ConnectionValues } from './connection-values.ts';
import { ConnectionFailureNote } from './model-test-result.tsx';

const PATH = '/api/admin/language-model/';

const ADDRESSES: Readonly<Partial<Record<ModelProvider, string>>> = {
  ollama: 'http://127.0.0.1:11434',
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  azure: 'https://name.openai.azure.com',
};

interface FieldsProps {
  settings: LanguageModelSettings;
  values: ConnectionValues;
  /** Undefined to remove the stored key. */
  apiKey: string | undefined;
  /** The models that the service lists. */
  models: readonly string[];
  onModels: (models: readonly string[]) => void;
  /** The invalid field. */
  invalid: 'inputPrice' | 'outputPrice' | 'timeoutSeconds' | undefined;
  onChange: (changed: Partial<ConnectionValues>) => void;
  onChangeKey: (key: string | undefined) => void;
}

export function ServiceFields(props: FieldsProps) {
  const { settings, values, apiKey, models, onModels, onChange, onChangeKey } = props;
  const { t, i18n } = useTranslation();
  const list = useMutation({
    mutationFn: (body: ModelConnection) => request<ModelList>('POST', `${PATH}models/`, { body }),
  });
  const load = (changed: Partial<ConnectionValues> = {}): void =>
    list.mutate(connectionOf({ ...values, ...changed }, apiKey, i18n.language), {
      onSuccess: (answer) => {
        onModels(answer.models);
        const isKnown = answer.models.includes(values.model);
        onChange({
          ...changed,
          ...(answer.base_url === null ? {} : { baseUrl: answer.base_url }),
          ...(isKnown || answer.models.length === 0 ? {} : { model: answer.models[0] ?? '' }),
        });
      },
    });
  const isStored = settings.has_key && settings.provider === values.provider;
  const isAtStored = isStored && settings.base_url === values.baseUrl;
  return (
    <Stack gap="md">
      <TextInput
        label={t('administration.languageModel.address')}
        description={t(
          values.provider === 'anthropic'
            ? 'administration.languageModel.addressOptional'
            : 'administration.languageModel.addressHelp',
        )}
        placeholder={ADDRESSES[values.provider]}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2_000}
        value={values.baseUrl}
        onChange={({ currentTarget }) => onChange({ baseUrl: currentTarget.value })}
      />
      <TextInput
        label={t('administration.languageModel.key')}
        description={
          isAtStored
            ? settings.key_ending === null
              ? t('administration.languageModel.keyStoredShort')
              : t('administration.languageModel.keyStored', { ending: settings.key_ending })
            : t(
                values.provider === 'ollama'
                  ? 'administration.languageModel.keyOptional'
                  : 'administration.languageModel.keyHelp',
              )
        }
        type="password"
        autoComplete="off"
        dir="ltr"
        maxLength={2_000}
        value={apiKey ?? ''}
        disabled={apiKey === undefined}
        onChange={({ currentTarget }) => onChangeKey(currentTarget.value)}
      />
      {isAtStored && (values.provider === 'ollama' || values.provider === 'openai-compatible') && (
        <Checkbox
          label={t('administration.languageModel.removeKey')}
          checked={apiKey === undefined}
          onChange={({ currentTarget }) => onChangeKey(currentTarget.checked ? undefined : '')}
        />
      )}
      {values.provider === 'azure' && (
        <TextInput
          label={t('administration.languageModel.version')}
          description={t('administration.languageModel.versionHelp')}
          placeholder="2024-10-21"
          dir="ltr"
          maxLength={40}
          value={values.apiVersion}
          onChange={({ currentTarget }) => onChange({ apiVersion: currentTarget.value })}
        />
      )}
      <ModelField values={values} models={models} onChange={onChange} />
      <div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} aria-hidden />}
          loading={list.isPending}
          onClick={() => load()}
        >
          {t('administration.languageModel.loadModels')}
        </Button>
        <Text size="sm" c="dimmed" mt={6} role="status">
          {models.length > 0 && t('administration.languageModel.modelsLoaded', { count: models.length })}
          {list.data?.failure === null &&
            list.data.models.length === 0 &&
            t('administration.languageModel.noList')}
        </Text>
        {list.data?.failure != null && (
          <ConnectionFailureNote failure={list.data.failure} onUseAddress={(baseUrl) => load({ baseUrl })} />
        )}
        {list.isError && <Failure message={explainFailure(t, list.error)} error={list.error} />}
      </div>
      <Limits {...props} />
    </Stack>
  );
}

/** Chosen from the service's list, or typed if there is none or the model is not in it. */
function ModelField({
  values: { provider, model },
  models,
  onChange,
}: {
  values: ConnectionValues;
  models: readonly string[];
  onChange: FieldsProps['onChange'];
}) {
  const { t } = useTranslation();
  const [isTyping, setIsTyping] = useState(false);
  const label = t(
    provider === 'azure' ? 'administration.languageModel.deployment' : 'administration.languageModel.model',
  );
  if (models.length === 0 || isTyping) {
    return (
      <TextInput
        label={label}
        description={t('administration.languageModel.modelHelp')}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1_000}
        value={model}
        onChange={({ currentTarget }) => onChange({ model: currentTarget.value })}
      />
    );
  }
  const listed = models.includes(model) || model === '' ? models : [model, ...models];
  return (
    <NativeSelect
      label={label}
      value={model}
      data={[...listed, { value: '', label: t('administration.languageModel.otherModel') }]}
      onChange={({ currentTarget: { value } }) => {
        if (value === '') setIsTyping(true);
        onChange({ model: value });
      }}
    />
  );
}

function Limits({ values, invalid, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const errorOf = (field: FieldsProps['invalid']): string | undefined =>
    invalid === field && field !== undefined ? t(`administration.languageModel.invalid.${field}`) : undefined;
  return (
    <Group align="start" gap="md">
      {(['inputPrice', 'outputPrice', 'timeoutSeconds'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`administration.languageModel.${field}`)}
          description={t(`administration.languageModel.${field}Help`)}
          error={errorOf(field)}
          inputMode="decimal"
          maxLength={12}
          w={{ base: '100%', sm: 200 }}
          value={values[field]}
          onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
        />
      ))}
    </Group>
  );
}
