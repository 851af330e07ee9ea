import { Input, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { chooseLanguage } from '../language.ts';

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Language and appearance of this browser: the switches of the account menu, with the system's own choice besides. */
export function AppearanceSection() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const languageId = useId();
  const schemeId = useId();
  return (
    <SettingsSection
      id="appearance-heading"
      title={t('account.appearance')}
      text={t('account.appearanceText')}
    >
      <Input.Wrapper label={t('layout.language')} labelElement="div" labelProps={{ id: languageId }}>
        <div>
          <SegmentedControl<Language>
            size="sm"
            aria-labelledby={languageId}
            value={i18n.language === 'es' ? 'es' : 'en'}
            data={(['en', 'es'] as const).map((value) => ({
              value,
              label: <span lang={value}>{LANGUAGES[value]}</span>,
            }))}
            onChange={(language) => void chooseLanguage(language)}
          />
        </div>
      </Input.Wrapper>
      <Input.Wrapper label={t('account.scheme')} labelElement="div" labelProps={{ id: schemeId }}>
        <div>
          <SegmentedControl<MantineColorScheme>
            size="sm"
            aria-labelledby={schemeId}
            value={colorScheme}
            data={SCHEMES.map((value) => ({ value, label: t(`account.schemes.${value}`) }))}
            onChange={setColorScheme}
          />
        </div>
      </Input.Wrapper>
    </SettingsSection>
  );
}
