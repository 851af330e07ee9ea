import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isLanguage, LANGUAGES } from '#contract/languages.ts';
import { chooseLanguage } from '../language.ts';
import { LanguageOptions } from './language-options.tsx';
import classes from './layout.module.css';

/** The languages by their own names, and light or dark: two quiet controls, light enough for the first screen. */
export function AppearanceControls() {
  const {
    t,
    i18n: { language },
  } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const SchemeIcon = isDark ? IconSun : IconMoon;
  return (
    <>
      {/* The list covers the name unseen: drawn by itself, it would be as wide as its longest name. */}
      <span className={classes.quietButton}>
        <span className={classes.languageName} aria-hidden>
          {isLanguage(language) && LANGUAGES[language]}
        </span>
        <span className={classes.languageCode} aria-hidden>
          {language.toUpperCase()}
        </span>
        <select
          aria-label={t('layout.language')}
          className={classes.languageChoice}
          value={language}
          onChange={({ currentTarget: { value } }) => void (isLanguage(value) && chooseLanguage(value))}
        >
          <LanguageOptions />
        </select>
      </span>
      <button
        type="button"
        className={classes.quietButton}
        aria-label={isDark ? t('layout.lightMode') : t('layout.darkMode')}
        onClick={() => {
          setColorScheme(isDark ? 'light' : 'dark');
        }}
      >
        <SchemeIcon size={20} stroke={1.6} aria-hidden />
      </button>
    </>
  );
}
