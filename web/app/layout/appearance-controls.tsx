import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, LANGUAGES, type Language } from '../language.ts';

/** Language, and light or dark: two small buttons. */
export function AppearanceControls() {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('layout.language')}>
            <IconLanguage size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <Menu.Item
              key={language}
              lang={language}
              aria-current={i18n.resolvedLanguage === language}
              fw={i18n.resolvedLanguage === language ? 600 : 400}
              onClick={() => void chooseLanguage(language as Language)}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={isDark ? t('layout.lightMode') : t('layout.darkMode')}
        onClick={() => {
          setColorScheme(isDark ? 'light' : 'dark');
        }}
      >
        {isDark ? (
          <IconSun size={20} stroke={1.6} aria-hidden />
        ) : (
          <IconMoon size={20} stroke={1.6} aria-hidden />
        )}
      </ActionIcon>
    </>
  );
}
