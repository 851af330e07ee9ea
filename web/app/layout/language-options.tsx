import { LANGUAGES } from '#contract/languages.ts';

/** The choices of a list of languages, each by its own name. */
export const LanguageOptions = () =>
  Object.entries(LANGUAGES).map(([language, name]) => (
    <option key={language} value={language} lang={language}>
      {name}
    </option>
  ));
