import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuizResults } from '#contract/quiz-results.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import classes from './results.module.css';
import { usePercent } from './use-percent.ts';

/** What the class has not understood, by outcome and section, with the places of the lesson to revisit. */
export function Understanding({ results }: { results: QuizResults }) {
  const { t } = useTranslation();
  const percent = usePercent();
  const parts = [
    ...results.outcomes.map((outcome) => ({ ...outcome, name: outcome.outcome })),
    ...results.sections.map((section) => ({ ...section, name: section.title || section.lesson_title })),
  ].filter(({ is_understood: isUnderstood, sample }) => !isUnderstood && sample !== 'too_few');
  return (
    <section className={classes.card} aria-labelledby="results-understanding">
      <Title order={2} id="results-understanding">
        {t('results.understanding.title')}
      </Title>
      {parts.length === 0 ? (
        <Text c="dimmed">
          {t(results.sample === 'too_few' ? 'results.sample.too_few' : 'results.understanding.none')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {parts.map(({ name, mean, revisit }, place) => (
            <li key={`${place} ${name}`}>
              <Text>
                <bdi>{t('results.understanding.part', { name, mean: percent(mean) })}</bdi>
              </Text>
              {revisit.length > 0 && (
                <Text size="sm" component="div" className={classes.chips}>
                  {t('results.understanding.revisit')}{' '}
                  {revisit.map(({ lesson_id: lessonId, evidence }) => (
                    <EvidenceChip
                      key={`${lessonId} ${evidence.passage_id} ${evidence.quote}`}
                      lessonId={lessonId}
                      evidence={evidence}
                    />
                  ))}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
