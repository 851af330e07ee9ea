import { Anchor, Badge, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LiveQuiz } from '#contract/shared-quizzes.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { useServerNow } from '#web/ui/use-server-now.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import classes from '../results.module.css';
import { usePercent } from '../use-percent.ts';
import { shareAnswered } from './describe-progress.ts';
import { LiveControls } from './live-controls.tsx';
import { LiveQuestions } from './live-questions.tsx';
import { LiveStudents } from './live-students.tsx';
import { useLiveAction } from './live.queries.ts';
import { usePoliteText } from './use-polite-text.ts';

/** A shared quiz while students take it. */
export function LiveScreen({ live, isConnected }: { live: LiveQuiz; isConnected: boolean }) {
  const { t } = useTranslation();
  const percent = usePercent();
  const { quiz, attempts, questions } = live;
  const action = useLiveAction(quiz.id);
  const now = useServerNow(live.server_time);
  const share = shareAnswered(attempts);
  const summary = t('results.live.summary', {
    joined: attempts.length,
    submitted: attempts.filter(({ submitted_at: submittedAt }) => submittedAt !== null).length,
    share: percent(share),
  });
  const announced = usePoliteText(summary);
  const link = `${location.origin}/q/${quiz.code}`;
  return (
    <div className={classes.screen}>
      <div>
        <Button
          component={Link}
          to={paths.quizResults(quiz.id)}
          variant="subtle"
          size="sm"
          className={classes.back}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          {t('results.live.results')}
        </Button>
        <PageTitle tabTitle={t('results.live.title', { name: quiz.name })}>
          {t('results.live.title', { name: quiz.name })}
        </PageTitle>
        <div className={classes.facts}>
          <Badge variant="light" color={quiz.state === 'open' ? 'green' : 'gray'}>
            {t(`results.live.state.${quiz.state}`)}
          </Badge>
          <Text size="sm">{t('results.live.code', { code: quiz.code })}</Text>
          <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
            {link}
          </Anchor>
        </div>
        <Text role="status" size="sm" c={isConnected ? 'dimmed' : undefined} mt="xs">
          {t(isConnected ? 'results.live.connected' : 'results.live.disconnected')}
        </Text>
      </div>
      {action.isError && (
        <Failure
          message={`${t('results.live.actionFailed')} ${explainFailure(t, action.error)}`}
          error={action.error}
        />
      )}
      <LiveControls live={live} now={now} action={action} />
      {attempts.length === 0 ? (
        <EmptyState drawing={<QuestionSheetDrawing />} text={t('results.live.empty', { code: quiz.code })} />
      ) : (
        <>
          <section className={classes.card} aria-label={t('results.live.progress')}>
            <Text fw={500}>{summary}</Text>
            <div className={classes.wideMeter} aria-hidden>
              <div style={{ inlineSize: `${share * 100}%` }} />
            </div>
            <VisuallyHidden role="status">{announced}</VisuallyHidden>
          </section>
          <LiveStudents attempts={attempts} now={now} action={action} />
          <LiveQuestions questions={questions} attempts={attempts} />
        </>
      )}
    </div>
  );
}
