import { Button, Text, Title } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact, LessonFacts } from '#contract/facts.ts';
import { EvidenceChip } from './evidence-chip.tsx';
import classes from './facts-to-ask.module.css';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../api-client/query-keys.ts';
import { request } from '../api-client/request.ts';

const FIRST = 5;

/** Facts worth asking about, each with a button that starts a question. Empty if there are none. */
export function FactsToAsk({
  lessonId,
  isBusy = false,
  onWrite,
}: {
  lessonId: number;
  isBusy?: boolean;
  onWrite: (fact: LessonFact) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const facts = useFacts(lessonId).data?.facts ?? [];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby={id} className={classes.facts}>
      <Title order={2} id={id}>
        {t('quizzes.facts.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('quizzes.facts.hint')}
      </Text>
      <ul className={classes.list}>
        {facts.slice(0, showsAll ? undefined : FIRST).map((fact) => (
          <Fact
            key={`${fact.evidence.passage_id} ${fact.statement}`}
            fact={fact}
            lessonId={lessonId}
            isBusy={isBusy}
            onWrite={onWrite}
          />
        ))}
      </ul>
      {!showsAll && facts.length > FIRST && (
        <Button variant="subtle" size="compact-sm" className={classes.more} onClick={() => setShowsAll(true)}>
          {t('quizzes.facts.more', { count: facts.length - FIRST })}
        </Button>
      )}
    </section>
  );
}

function Fact({
  fact,
  lessonId,
  isBusy,
  onWrite,
}: {
  fact: LessonFact;
  lessonId: number;
  isBusy: boolean;
  onWrite: (fact: LessonFact) => void;
}) {
  const { t } = useTranslation();
  const { statement, context, evidence, kindred } = fact;
  return (
    <li className={classes.fact}>
      <div className={classes.words}>
        {context !== null && context !== evidence.section && (
          <Text size="xs" c="dimmed" dir="auto">
            {context}
          </Text>
        )}
        <p className={classes.statement} dir="auto">
          {statement}
        </p>
        {evidence.quote !== statement && (
          <blockquote className={classes.quote} dir="auto">
            {evidence.quote}
          </blockquote>
        )}
        <div className={classes.about}>
          <EvidenceChip lessonId={lessonId} evidence={evidence} />
          {kindred.length > 0 && (
            <Text size="sm" c="dimmed" dir="auto">
              {t('quizzes.facts.kindred', { terms: kindred.join(', ') })}
            </Text>
          )}
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencilPlus size={16} stroke={1.6} aria-hidden />}
        aria-label={t('quizzes.facts.writeAbout', { statement })}
        disabled={isBusy}
        onClick={() => onWrite(fact)}
      >
        {t('quizzes.writeOwn')}
      </Button>
    </li>
  );
}

const useFacts = (lessonId: number) =>
  useQuery({
    queryKey: queryKeys.facts(lessonId),
    queryFn: ({ signal }) => request<LessonFacts>('GET', `/api/lessons/${lessonId}/facts/`, { signal }),
    staleTime: 0,
  });
