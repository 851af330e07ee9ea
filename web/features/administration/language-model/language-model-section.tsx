import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LanguageModelSettings } from '#contract/language-model.ts';
import { useLanguageModel } from '../administration.queries.ts';
import { Pairs, SectionFrame, WhenLoaded } from '../section-frame.tsx';
import { Budget } from './budget-form.tsx';
import { LanguageModelForm } from './language-model-form.tsx';

/** `/admin/language-model`: shows the language model in use, and connects one. */
export function LanguageModelSection() {
  const { t } = useTranslation();
  const query = useLanguageModel();
  return (
    <SectionFrame section="language-model" help={t('administration.languageModel.help')}>
      <WhenLoaded query={query}>
        {(settings) => (
          <>
            {settings.source === 'environment' ? (
              <FromEnvironment settings={settings} />
            ) : (
              // A change saved in another tab resets the form.
              <LanguageModelForm key={settings.updated_at} settings={settings} />
            )}
            <Budget settings={settings} />
          </>
        )}
      </WhenLoaded>
    </SectionFrame>
  );
}

function FromEnvironment({ settings }: { settings: LanguageModelSettings }) {
  const { t } = useTranslation();
  const pairs = [
    [t('administration.languageModel.kind'), t(`administration.languageModel.kinds.${settings.provider}`)],
    [t('administration.languageModel.address'), settings.base_url],
    [t('administration.languageModel.model'), settings.model],
    [
      t('administration.languageModel.key'),
      settings.has_key ? t('administration.languageModel.keySet') : null,
    ],
  ] as const;
  return (
    <>
      <Alert color="lapis" role="note" mb="md" maw={860}>
        {t('administration.languageModel.fromEnvironment', { variables: settings.variables.join(', ') })}
      </Alert>
      <Pairs pairs={pairs.filter(([, value]) => value !== null)} />
    </>
  );
}
