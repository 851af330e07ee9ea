import { Alert, Text } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { LessonFact } from '#contract/facts.ts';
import { openIdOf } from '../features/quizzes/question-set-row.tsx';
import { QuizForm } from '../features/quizzes/quiz-form.tsx';
import { EMPTY_QUIZ_FORM, type QuizFormValues } from '../features/quizzes/quiz-form-values.ts';
import { GENERATE_QUIZ, useGenerateQuestions } from '../features/quizzes/quizzes.queries.ts';
import classes from '../features/quizzes/quizzes.module.css';
import { SavedQuizzes } from '../features/quizzes/saved-quizzes.tsx';
import { useTyped } from '../ui/typed-values.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { readId } from '../ui/read-id.ts';
import { useFocusRequest } from '../ui/use-focus-request.ts';

const QuizResultModal = lazy(async () => ({
  default: (await import('../features/quizzes/quiz-dialog.tsx')).QuizResultModal,
}));

const GENERATE_ID = 'generate-quiz';

/** The fact to ask about. Removed from the history entry at once, so that a reload does not start a second question. */
function useAskedFact(): LessonFact | undefined {
  const { state } = useLocation() as { state: { fact?: LessonFact } | null };
  const [, setParameters] = useSearchParams();
  const fact = state?.fact;
  useEffect(() => {
    if (fact !== undefined) setParameters((now) => now, { replace: true, preventScrollReset: true });
  }, [fact, setParameters]);
  return fact;
}

/** Create Quiz. `?course=` and `?lesson=` preselect; `?set=` opens a question set. */
export function Component() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const idAt = (name: string): number | null => readId(parameters.get(name) ?? '') ?? null;
  const preselected = { courseId: idAt('course'), lessonId: idAt('lesson') };
  const [values, setValues, settle] = useTyped<QuizFormValues>(
    `quiz:${preselected.courseId}:${preselected.lessonId}`,
    { ...EMPTY_QUIZ_FORM, ...preselected },
    { onLeave: 'keep' },
  );
  const generate = useGenerateQuestions();
  const underWay = useIsMutating({ mutationKey: GENERATE_QUIZ });
  const focus = useFocusRequest();
  const openId = idAt('set');
  const [asked, setAsked] = useState(useAskedFact());
  // Shown because it was just made, not because it was opened from the list.
  const [justMadeId, setJustMadeId] = useState<number>();

  const open = (questionSetId: number | null): void => {
    setParameters(
      (now) => {
        if (questionSetId === null) now.delete('set');
        else now.set('set', String(questionSetId));
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const close = (): void => {
    open(null);
    focus(openId === null || openId === justMadeId ? GENERATE_ID : openIdOf(openId));
    setJustMadeId(undefined);
    setAsked(undefined);
  };
  return (
    <>
      <PageTitle>{t('quizzes.title')}</PageTitle>
      <Text c="dimmed" mt={4} mb="lg">
        {t('quizzes.intro')}
      </Text>
      <div className={classes.columns}>
        <div className={classes.card}>
          {underWay > 0 && !generate.isPending && (
            <Alert color="lapis" role="status" mb="md">
              {t('quizzes.stillGenerating')}
            </Alert>
          )}
          <QuizForm
            variant="page"
            values={values}
            isGenerating={generate.isPending}
            error={generate.error}
            submitId={GENERATE_ID}
            onChange={setValues}
            onGenerate={(request) =>
              generate.mutate(request, {
                onSuccess: ({ question_set: set }) => {
                  settle();
                  setJustMadeId(set.id);
                  open(set.id);
                },
              })
            }
          />
        </div>
        <SavedQuizzes onOpen={open} />
      </div>
      {openId !== null && (
        <Suspense fallback={null}>
          <QuizResultModal key={openId} questionSetId={openId} fact={asked} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
