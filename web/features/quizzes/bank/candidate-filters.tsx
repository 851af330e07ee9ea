import { NativeSelect } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BankCandidate } from '#contract/question-bank.ts';
import type { AnswerStyle, BloomLevel, Difficulty } from '#contract/quizzes.ts';
import { FACETS, listChoices, type CandidateFilter, type Facet } from './filter-candidates.ts';
import classes from './question-bank.module.css';

/** Filters of the list; one with nothing to choose between is left out. */
export function CandidateFilters({
  candidates,
  filter,
  onChange,
}: {
  candidates: readonly BankCandidate[];
  filter: CandidateFilter;
  onChange: (filter: CandidateFilter) => void;
}) {
  const { t } = useTranslation();
  const offered = FACETS.map((facet) => ({ facet, choices: listChoices(candidates, filter, facet) })).filter(
    ({ facet, choices }) => choices.length > 1 || filter[facet] !== undefined,
  );
  if (offered.length === 0) return null;
  const set = (facet: Facet, value: string): void => {
    onChange({ ...filter, [facet]: value === '' ? undefined : value });
  };
  return (
    <div role="group" aria-label={t('bank.filters')} className={classes.filters}>
      {offered.map(({ facet, choices }) => (
        <NativeSelect
          key={facet}
          label={t(`bank.${facet}`)}
          size="sm"
          value={filter[facet] ?? ''}
          data-active={filter[facet] !== undefined || undefined}
          onChange={({ currentTarget: { value } }) => set(facet, value)}
        >
          <option value="">{t(ANY[facet])}</option>
          {choices.map(({ value, count }) => (
            <option key={value} value={value}>
              {t('bank.choice', { name: nameOf(t, candidates, facet, value), count })}
            </option>
          ))}
        </NativeSelect>
      ))}
    </div>
  );
}

const ANY = {
  style: 'bank.anyStyle',
  level: 'bank.anyLevel',
  difficulty: 'bank.anyDifficulty',
  section: 'bank.anySection',
  outcome: 'bank.anyOutcome',
} as const satisfies Record<Facet, string>;

function nameOf(t: TFunction, candidates: readonly BankCandidate[], facet: Facet, value: string): string {
  switch (facet) {
    case 'style':
      return t(`quizzes.styles.${value as AnswerStyle}`);
    case 'level':
      return t(`quizzes.levels.${value as BloomLevel}`);
    case 'difficulty':
      return t(`quizzes.difficulties.${value as Difficulty}`);
    case 'section': {
      const title = candidates.find(({ section }) => String(section) === value)?.section_title ?? '';
      return title === '' ? t('bank.sectionNumber', { number: Number(value) + 1 }) : title;
    }
    case 'outcome':
      return value;
  }
}
