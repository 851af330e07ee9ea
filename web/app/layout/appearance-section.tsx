import {
  Input,
  NativeSelect,
  SegmentedControl,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '#contract/languages.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { chooseLanguage } from '../language.ts';
import { LanguageOptions } from './language-options.tsx';

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Language and appearance of this browser: the switches of the account menu, with the system's own choice besides. */
export function AppearanceSection() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemeId = useId();
  return (
    <SettingsSection
      id="appearance-heading"
      title={t('account.appearance')}
      text={t('account.appearanceText')}
    >
      <NativeSelect
        label={t('layout.language')}
        maw={280}
        value={i18n.language}
        onChange={({ currentTarget: { value } }) => void (isLanguage(value) && chooseLanguage(value))}
      >
        <LanguageOptions />
      </NativeSelect>
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
