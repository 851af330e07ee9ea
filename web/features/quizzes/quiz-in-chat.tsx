import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerateQuestionsRequest, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { SearchResults } from '#contract/search.ts';
import { questionsRequestToWire } from '#contract/wire-names.ts';
import { ApiError, isNotFound, StatedError, UnreachableError } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { ConnectModelHint } from '#web/ui/connect-model-hint.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import { useAskAboutDrafts } from './ask-about-drafts.tsx';
import { pickPassages } from './pick-passages.ts';
import { PracticeQuiz } from './practice-quiz.tsx';
import { QuestionView } from './question-view.tsx';
import { QuizProgress } from './quiz-progress.tsx';
import { GENERATE_QUIZ, useQuestionSet, useSaveQuestionSet, useSetMutation } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

type Mode = 'list' | 'practice' | 'link';
type Wish = Omit<GenerateQuestionsRequest, 'lesson_id'> & { readonly topic?: string };

/** Writes questions about a lesson in the chat, once. */
export function WriteQuizInChat({
  lessonId,
  wish: { topic, ...wish },
  mode,
  onMade,
}: {
  lessonId: number;
  wish: Wish;
  mode: Mode;
  onMade: (questionSetId: number) => void;
}) {
  const { t } = useTranslation();
  const hasStarted = useRef(false);
  const write = useSetMutation({
    mutationKey: GENERATE_QUIZ,
    mutationFn: async () => {
      const passageIds = topic === undefined ? undefined : await findPassages(lessonId, topic);
      if (passageIds?.length === 0)
        throw new StatedError({ text: t('quizzes.inChat.nothingAbout', { topic }), coded: null });
      return request<QuestionSetWithQuestions>('POST', '/api/question-sets/generate/', {
        body: questionsRequestToWire({
          ...wish,
          lesson_id: lessonId,
          ...(passageIds === undefined ? {} : { passage_ids: passageIds }),
        }),
      });
    },
    onSuccess: (answer) => onMade(answer.question_set.id),
  });
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    write.mutate();
  });
  if (write.isError) {
    return (
      <Failure
        message={explainFailure(t, write.error, t('quizzes.generateFailed'))}
        error={write.error}
        {...(mayPass(write.error) ? { onRetry: () => write.mutate() } : {})}
      />
    );
  }
  if (write.data === undefined) {
    return (
      <>
        <Text>{t('quizzes.inChat.writing')}</Text>
        <QuizProgress lessonId={lessonId} />
      </>
    );
  }
  return <QuizInChat questionSetId={write.data.question_set.id} mode={mode} />;
}

/** Whether the same request can succeed later. */
const mayPass = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && error.status >= 429);

const MOST_PASSAGES = 8;

/** The passages of the lesson that are about a topic, the best first. */
async function findPassages(lessonId: number, topic: string): Promise<string[]> {
  const parameters = new URLSearchParams({
    q: topic.slice(0, 400),
    lesson_id: String(lessonId),
    limit: String(MOST_PASSAGES),
  });
  const found = await request<SearchResults>('GET', `/api/search/?${parameters.toString()}`);
  return pickPassages(topic, found);
}

/** A quiz that was made in the chat: its questions, one question at a time, or a link. */
export function QuizInChat({ questionSetId, mode }: { questionSetId: number; mode: Mode }) {
  const { t } = useTranslation();
  const save = useSaveQuestionSet();
  const focus = useFocusRequest();
  const [askAboutDrafts, draftsDialog] = useAskAboutDrafts();
  const linkId = useId();
  const quiz = useQuestionSet(questionSetId);
  if (isNotFound(quiz.error)) return <Text>{t('quizzes.inChat.gone')}</Text>;
  if (quiz.data === undefined) {
    return (
      <WhenLoaded
        query={quiz}
        failure={t('quizzes.openFailed')}
        loading={<Skeletons label={t('quizzes.loading')} heights={[96]} />}
      />
    );
  }
  const { question_set: set, questions, shortfall } = quiz.data;
  const asked = questions.filter(({ type }) => type === 'multiple_choice');
  const areDrafts = questions.map((question) => question.is_draft);
  return (
    <Stack gap={12} miw={0}>
      {(questions.length > 0 || shortfall === null) && (
        <Text dir="auto">{t('quizzes.inChat.ready', { name: set.name, count: questions.length })}</Text>
      )}
      {shortfall !== null &&
        questions.length < shortfall.asked &&
        (mode !== 'link' || questions.length === 0) && (
          <div>
            <Text size="sm" c="dimmed">
              {wordMessage(t, shortfall.reason_coded, shortfall.reason)}
            </Text>
            <ConnectModelHint reason={shortfall.reason_coded} />
          </div>
        )}
      {mode === 'practice' && asked.length > 0 && <PracticeQuiz questions={asked} lessonId={set.lesson_id} />}
      {mode === 'list' && questions.length > 0 && (
        <ol className={classes.questions}>
          {questions.map((question, index) => (
            <QuestionView key={question.id} question={question} number={index + 1} lessonId={set.lesson_id} />
          ))}
        </ol>
      )}
      {questions.length > 0 && (
        <div className={classes.formActions}>
          {set.saved_at === null && (
            <Button
              size="xs"
              loading={save.isPending}
              onClick={() =>
                askAboutDrafts(set.id, areDrafts, 'save', () =>
                  save.mutate(
                    { question_set_id: set.id, name: set.name },
                    { onSuccess: () => focus(linkId) },
                  ),
                )
              }
            >
              {t('common.save')}
            </Button>
          )}
          <Anchor component={Link} to={paths.savedQuiz(set.id)} size="sm" id={linkId}>
            {t('quizzes.inChat.open')}
          </Anchor>
          {areDrafts.includes(true) && (
            <Anchor component={Link} to={paths.review(set.id)} size="sm">
              {t('quizzes.reviewDrafts')}
            </Anchor>
          )}
          {set.saved_at === null && (
            <Text size="sm" c="dimmed">
              {t('quizzes.keptSevenDays')}
            </Text>
          )}
        </div>
      )}
      {save.isSuccess && <Text role="status">{t('quizzes.saved')}</Text>}
      {save.isError && (
        <Text role="alert">{t('quizzes.saveFailed', { error: explainFailure(t, save.error) })}</Text>
      )}
      {draftsDialog}
    </Stack>
  );
}
