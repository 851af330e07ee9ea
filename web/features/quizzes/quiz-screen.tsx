import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconChecks, IconDeviceFloppy, IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { browserHistory } from '#web/ui/browser-history.ts';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { useAskAboutDrafts } from './ask-about-drafts.tsx';
import { downloadLater } from './download-later.ts';
import { QuizEditor } from './editor/load-editor.ts';
import { useSaveQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

const STATUS_ID = 'quiz-status';

/** The page of a quiz: its questions in the editor, and the actions on the whole quiz. */
export function QuizScreen({ quiz }: { quiz: QuestionSetWithQuestions }) {
  const { t } = useTranslation();
  const { question_set: set } = quiz;
  const queryClient = useQueryClient();
  const focus = useFocusRequest();
  const save = useSaveQuestionSet();
  const [askAboutDrafts, draftsDialog] = useAskAboutDrafts();
  const [publishedVersion, setPublishedVersion] = useState<number>();
  const areDrafts = quiz.questions.map((question) => question.is_draft);
  const leaveEditor = (published?: number): void => {
    if (published === undefined) {
      browserHistory.returnTo(paths.quiz, { keepsScroll: false });
      return;
    }
    // The editor reopens with the published questions.
    queryClient.removeQueries({ queryKey: queryKeys.questionSetDraft(set.id) });
    setPublishedVersion(published);
    focus(STATUS_ID);
  };
  return (
    <>
      <Button
        component={Link}
        to={paths.quiz}
        variant="subtle"
        color="gray"
        size="xs"
        ms={-10}
        leftSection={<IconArrowLeft size={17} aria-hidden />}
      >
        {t('quizzes.savedQuizzes')}
      </Button>
      <Group justify="space-between" align="flex-start" gap="12px 24px" mt={8} mb="md">
        <div className={classes.titleText}>
          <PageTitle tabTitle={set.name}>
            <bdi>{set.name}</bdi>
          </PageTitle>
          <Text size="sm" c="dimmed">
            <Anchor component={Link} to={paths.lesson(set.lesson_id)} inherit>
              <bdi>{set.lesson_title}</bdi>
            </Anchor>
            {' · '}
            {t(`quizzes.styles.${set.answer_style}`)}
            {' · '}
            <TimeAgo instant={set.saved_at ?? set.created_at} />
          </Text>
          <Text id={STATUS_ID} tabIndex={-1} size="sm" role="status">
            {publishedVersion !== undefined
              ? t('quizzes.published', { version: publishedVersion })
              : save.isSuccess
                ? t('quizzes.saved')
                : save.isError
                  ? t('quizzes.saveFailed', { error: explainFailure(t, save.error) })
                  : ''}
          </Text>
        </div>
        {quiz.questions.length > 0 && (
          <Group gap="xs">
            <Button
              component={Link}
              to={paths.review(set.id)}
              variant="default"
              leftSection={<IconChecks size={18} stroke={1.6} aria-hidden />}
            >
              {t('quizzes.review')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
              onClick={() => askAboutDrafts(set.id, areDrafts, 'export', () => downloadLater(quiz))}
            >
              {t('quizzes.download')}
            </Button>
            {set.saved_at === null && (
              <Button
                loading={save.isPending}
                leftSection={<IconDeviceFloppy size={18} stroke={1.6} aria-hidden />}
                onClick={() =>
                  askAboutDrafts(set.id, areDrafts, 'save', () =>
                    save.mutate(
                      { question_set_id: set.id, name: set.name },
                      // The focused button disappears.
                      { onSuccess: () => focus(STATUS_ID) },
                    ),
                  )
                }
              >
                {t('common.save')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      <Suspense fallback={<Skeletons label={t('quizzes.loading')} heights={[40, 220, 220]} />}>
        <QuizEditor key={publishedVersion} questionSetId={set.id} isPage onLeave={leaveEditor} />
      </Suspense>
      {draftsDialog}
    </>
  );
}
