import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, LANGUAGES, otherLanguage } from '../language.ts';

/** The other language by its own name, and light or dark: two quiet buttons, light enough for the first screen. */
export function AppearanceControls() {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const other = otherLanguage(i18n.language);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        px="xs"
        fw={500}
        lang={other}
        visibleFrom="xs"
        onClick={() => void chooseLanguage(other)}
      >
        {LANGUAGES[other]}
      </Button>
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
