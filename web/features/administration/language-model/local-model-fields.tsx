import { Alert, Progress, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LanguageModelSettings } from '#contract/language-model.ts';
import { formatBytes } from '#web/ui/format.ts';
import { wordMessage } from '#web/ui/word-message.ts';
import type { ConnectionValues } from './connection-values.ts';

const OWN_FILE = 'own-file';

/** The local models with their requirements, or the operator's own file. */
export function LocalModelFields({
  settings,
  values,
  onChange,
}: {
  settings: LanguageModelSettings;
  values: ConnectionValues;
  onChange: (changed: Partial<ConnectionValues>) => void;
}) {
  const { t, i18n } = useTranslation();
  const { local_models: models, free_memory_bytes: free } = settings;
  const isNamed = models.some(({ name }) => name === values.model);
  const [isOwnFile, setIsOwnFile] = useState(!isNamed && values.model !== '');
  const bytes = (count: number): string => formatBytes(count, i18n.language);
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('administration.languageModel.model')}
        description={t('administration.languageModel.freeMemory', { free: bytes(free) })}
        value={isOwnFile ? OWN_FILE : values.model}
        onChange={(value) => {
          setIsOwnFile(value === OWN_FILE);
          onChange({ model: value === OWN_FILE ? '' : value });
        }}
      >
        <Stack gap="md" mt="sm">
          {models.map((model) => (
            <Radio
              key={model.name}
              value={model.name}
              label={model.name}
              description={[
                t('administration.languageModel.localNeeds', {
                  size: bytes(model.size_bytes),
                  memory: bytes(model.memory_bytes),
                }),
                model.tokens_per_second === null
                  ? t('administration.languageModel.speedUnknown')
                  : t('administration.languageModel.speed', { tokens: model.tokens_per_second }),
                t(
                  model.writes
                    ? 'administration.languageModel.localWrites'
                    : 'administration.languageModel.localDrafts',
                ),
                model.state.status === 'ready' ? t('administration.languageModel.isDownloaded') : '',
                model.memory_bytes > free ? t('administration.languageModel.tooLittleMemory') : '',
              ]
                .filter((part) => part !== '')
                .join(' ')}
            />
          ))}
          <Radio
            value={OWN_FILE}
            label={t('administration.languageModel.ownFile')}
            description={t('administration.languageModel.ownFileHelp')}
          />
        </Stack>
      </Radio.Group>
      {isOwnFile && (
        <TextInput
          label={t('administration.languageModel.path')}
          placeholder="/models/model.gguf"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1_000}
          value={values.model}
          onChange={({ currentTarget }) => onChange({ model: currentTarget.value })}
        />
      )}
      <Switch
        label={t('administration.languageModel.gpu')}
        description={t('administration.languageModel.gpuHelp')}
        checked={values.usesGpu}
        onChange={({ currentTarget }) => onChange({ usesGpu: currentTarget.checked })}
      />
      {settings.provider === 'local' && settings.model === values.model && <Download settings={settings} />}
    </Stack>
  );
}

function Download({ settings: { local_state: state, model } }: { settings: LanguageModelSettings }) {
  const { t } = useTranslation();
  if (state === null || state.status === 'ready') return null;
  if (state.status === 'unavailable') {
    return (
      <Alert color="gray" role="status">
        {wordMessage(t, state.reason_coded, state.reason ?? '')}
      </Alert>
    );
  }
  const { percent = 0 } = state;
  return (
    <div>
      <Text size="sm" role="status">
        {t('administration.models.percent', { percent })}
      </Text>
      <Progress
        mt={6}
        value={percent}
        aria-label={t('administration.models.progressOf', { name: model ?? '' })}
      />
    </div>
  );
}
