import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#contract/languages.ts';
import { chooseLanguage, otherLanguage } from '../language.ts';
import classes from './layout.module.css';

/** The other language by its own name, and light or dark: two quiet buttons, light enough for the first screen. */
export function AppearanceControls() {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const other = otherLanguage(i18n.language);
  const SchemeIcon = isDark ? IconSun : IconMoon;
  return (
    <>
      <button
        type="button"
        className={classes.quietButton}
        lang={other}
        aria-label={LANGUAGES[other]}
        onClick={() => void chooseLanguage(other)}
      >
        <IconLanguage size={20} stroke={1.6} aria-hidden />
        <span className={classes.languageName}>{LANGUAGES[other]}</span>
      </button>
      <button
        type="button"
        className={classes.quietButton}
        aria-label={isDark ? t('layout.lightMode') : t('layout.darkMode')}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        <SchemeIcon size={20} stroke={1.6} aria-hidden />
      </button>
    </>
  );
}
