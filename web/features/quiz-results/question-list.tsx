import { Alert, Button, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { QuestionResult, QuizResults } from '#contract/quiz-results.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { formatSeconds } from '#web/ui/format.ts';
import { paths } from '#web/ui/paths.ts';
import { StemView } from '#web/ui/stem-view.tsx';
import classes from './results.module.css';
import { usePercent } from './use-percent.ts';

/** Every question with its figures; one that needs another look says why. */
export function QuestionList({ results }: { results: QuizResults }) {
  const { t } = useTranslation();
  return (
    <section className={classes.card} aria-labelledby="results-questions">
      <Title order={2} id="results-questions">
        {t('results.questions.title')}
      </Title>
      <ol className={classes.list}>
        {results.questions.map((question) => (
          <li key={`${question.key} ${question.versions.join()}`}>
            <Question question={question} editAt={paths.savedQuiz(results.question_set_id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Question({ question, editAt }: { question: QuestionResult; editAt: string }) {
  const { t } = useTranslation();
  const percent = usePercent();
  const { facility, evidence, sample } = question;
  return (
    <article className={classes.question}>
      <StemView stem={question.text} className={classes.stem} />
      {!question.is_current && (
        <Text size="sm" c="dimmed">
          {t('results.questions.earlier')}
        </Text>
      )}
      {facility === null ? (
        <Text size="sm" c="dimmed">
          {t('results.questions.noAnswer')}
        </Text>
      ) : (
        <>
          <div className={classes.meter} aria-hidden>
            <div style={{ inlineSize: `${facility * 100}%` }} />
          </div>
          <Text size="sm">{t('results.questions.facility', { share: percent(facility) })}</Text>
        </>
      )}
      <Text size="sm" c="dimmed">
        {[
          t('results.questions.answers', { count: question.answer_count }),
          ...(question.discrimination === null || sample === 'too_few'
            ? []
            : [
                t(`results.discrimination.${wordDiscrimination(question.discrimination)}`, {
                  value: question.discrimination.toFixed(2),
                }),
              ]),
          ...(question.observed_difficulty === null || sample === 'too_few'
            ? []
            : [
                t('results.questions.difficulty', {
                  predicted: t(`quizzes.difficulties.${question.predicted_difficulty}`),
                  observed: t(`quizzes.difficulties.${question.observed_difficulty}`),
                }),
              ]),
          ...(question.median_seconds === null
            ? []
            : [t('results.questions.time', { time: formatSeconds(question.median_seconds) })]),
        ].join(' · ')}
      </Text>
      {question.ungraded_count > 0 && (
        <Text size="sm">{t('results.questions.ungraded', { count: question.ungraded_count })}</Text>
      )}
      {question.weaknesses.length > 0 && (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {question.weaknesses.map(({ code, option }) => (
            <Text key={`${code} ${option ?? ''}`} size="sm">
              {t(`results.weaknesses.${code}`, {
                option: option === null ? '' : (question.options[option]?.text ?? ''),
              })}
            </Text>
          ))}
          <Button component={Link} to={editAt} variant="default" size="xs" mt="xs">
            {t('results.questions.edit')}
          </Button>
        </Alert>
      )}
      {question.options.length > 0 && question.answer_count > 0 && <Options question={question} />}
      {evidence !== null && (
        <div className={classes.chips}>
          <EvidenceChip lessonId={question.lesson_id} evidence={evidence} />
        </div>
      )}
    </article>
  );
}

/** How often each option was chosen, and by whom. */
function Options({ question }: { question: QuestionResult }) {
  const { t } = useTranslation();
  const percent = usePercent();
  const showsGroups = question.sample !== 'too_few';
  const rows = [
    ...question.options.map(({ text, is_correct: isCorrect, shares }) => ({
      text: isCorrect ? t('results.options.right', { text }) : text,
      shares,
      isCorrect,
    })),
    ...(question.no_answer === null || question.no_answer.count === 0
      ? []
      : [{ text: t('results.options.none'), shares: question.no_answer, isCorrect: false }]),
  ];
  const shareOf = (share: number | null): string => (share === null ? '–' : percent(share));
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={t('results.options.table')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('results.options.option')}</th>
            <th scope="col">{t('results.options.count')}</th>
            {showsGroups && <th scope="col">{t('results.options.stronger')}</th>}
            {showsGroups && <th scope="col">{t('results.options.weaker')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, shares, isCorrect }) => (
            <tr key={text} data-right={isCorrect || undefined}>
              <th scope="row" dir="auto">
                {text}
              </th>
              <td>{shares.count}</td>
              {showsGroups && <td>{shareOf(shares.stronger)}</td>}
              {showsGroups && <td>{shareOf(shares.weaker)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Ebel and Frisbie (1991, table 13.2): below 0.2 poor, from 0.4 on very good. */
const wordDiscrimination = (value: number): 'good' | 'fair' | 'poor' =>
  value >= 0.4 ? 'good' : value >= 0.2 ? 'fair' : 'poor';
