import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { QuizResults } from '#contract/quiz-results.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { formatSeconds } from '#web/ui/format.ts';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { QuestionList } from './question-list.tsx';
import { useExportResults } from './results.queries.ts';
import classes from './results.module.css';
import { ScoreChart } from './score-chart.tsx';
import { StudentTable } from './student-table.tsx';
import { Understanding } from './understanding.tsx';
import { usePercent } from './use-percent.ts';

/** What the students of a shared quiz answered, and what that says of the quiz and of the class. */
export function ResultsScreen({ results }: { results: QuizResults }) {
  const { t } = useTranslation();
  const download = useExportResults(results.shared_quiz_id);
  return (
    <div className={classes.screen}>
      <div>
        <Button
          component={Link}
          to={paths.quiz}
          variant="subtle"
          size="sm"
          className={classes.back}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          {t('results.back')}
        </Button>
        <PageTitle tabTitle={t('results.title', { name: results.name })}>
          {t('results.title', { name: results.name })}
        </PageTitle>
        <Group gap="md">
          <Anchor component={Link} to={paths.liveQuiz(results.shared_quiz_id)} size="sm">
            {t('results.openLive')}
          </Anchor>
          <Anchor component={Link} to={paths.savedQuiz(results.question_set_id)} size="sm">
            {t('results.openQuiz')}
          </Anchor>
        </Group>
      </div>
      {results.students.length === 0 ? (
        <EmptyState drawing={<QuestionSheetDrawing />} text={t('results.empty', { code: results.code })} />
      ) : (
        <>
          <Group gap="sm">
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                variant="default"
                size="sm"
                leftSection={<IconDownload size={18} aria-hidden />}
                loading={download.isPending && download.variables === format}
                onClick={() => download.mutate(format)}
              >
                {t(`results.download.${format}`)}
              </Button>
            ))}
          </Group>
          {download.isError && <Failure message={explainFailure(t, download.error)} error={download.error} />}
          <Scores results={results} />
          <Understanding results={results} />
          <QuestionList results={results} />
          <StudentTable results={results} />
        </>
      )}
    </div>
  );
}

function Scores({ results }: { results: QuizResults }) {
  const { t } = useTranslation();
  const percent = usePercent();
  const { scores, reliability, sample, counted_attempts: count } = results;
  return (
    <section className={classes.card} aria-labelledby="results-scores">
      <Title order={2} id="results-scores">
        {t('results.scores.title')}
      </Title>
      {scores === null ? (
        <Text c="dimmed">{t('results.scores.none')}</Text>
      ) : (
        <>
          <Text>
            {t('results.scores.summary', {
              count,
              mean: percent(scores.mean),
              median: percent(scores.median),
              lowest: percent(scores.lowest),
              highest: percent(scores.highest),
            })}
          </Text>
          <ScoreChart histogram={scores.histogram} />
          {sample !== 'sufficient' && <Text c="dimmed">{t(`results.sample.${sample}`)}</Text>}
          {reliability !== null && sample !== 'too_few' && (
            <Text>
              {t(`results.reliability.${wordReliability(reliability.coefficient)}`, {
                value: reliability.coefficient.toFixed(2),
              })}
            </Text>
          )}
          {results.median_seconds !== null && results.median_seconds >= 1 && (
            <Text c="dimmed">
              {t('results.scores.time', { time: formatSeconds(results.median_seconds) })}
            </Text>
          )}
        </>
      )}
    </section>
  );
}

/** Nunnally (1978): from 0.7 on a test is consistent enough to compare groups. */
const wordReliability = (coefficient: number): 'good' | 'low' => (coefficient >= 0.7 ? 'good' : 'low');
