import { Button, Group, Kbd, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewedQuestionSet } from '#contract/question-editing.ts';
import type { Question, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { nameStem } from '#contract/question-rules/stem-parts.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { QuestionInPlace } from '../editor/load-editor.ts';
import { QuestionContent } from '../question-view.tsx';
import { EvidenceContext } from './evidence-context.tsx';
import { ReviewEnd } from './review-end.tsx';
import { ReviewProgress } from './review-progress.tsx';
import { useReviewAction, type ReviewAction } from './review.queries.ts';
import { useReviewKeys, type ReviewKey } from './use-review-keys.ts';
import classes from './review.module.css';

const HEADING_ID = 'review-question';
const END_ID = 'review-end';

/** The first draft; undefined at the end of the review. A quiz that never had drafts starts with its first question. */
function findStart(questions: readonly Question[]): number | undefined {
  const place = questions.findIndex((question) => question.is_draft);
  if (place !== -1) return place;
  const hadDrafts = questions.some((question) => question.written_by === 'small_model');
  return hadDrafts || questions.length === 0 ? undefined : 0;
}

/** The next draft after a question, otherwise the first draft; without drafts, the next question. */
function findNext(questions: readonly Question[], place: number): number | undefined {
  const after = questions.findIndex((question, index) => question.is_draft && index > place);
  if (after !== -1) return after;
  const first = questions.findIndex((question) => question.is_draft);
  if (first !== -1) return first;
  const hadDrafts = questions.some((question) => question.written_by === 'small_model');
  return !hadDrafts && place + 1 < questions.length ? place + 1 : undefined;
}

/** Shows the questions of a quiz one at a time with their evidence, to accept, edit or skip, and undo. */
export function ReviewScreen({ quiz }: { quiz: QuestionSetWithQuestions }) {
  const { t } = useTranslation();
  const { question_set: set, questions } = quiz;
  const act = useReviewAction(set.id);
  const focus = useFocusRequest();
  const [place, setPlace] = useState(() => findStart(questions));
  const [isEditing, setIsEditing] = useState(false);
  const [note, setNote] = useState('');
  const question = place === undefined ? undefined : questions[place];
  const accepted = questions.filter((each) => !each.is_draft).length;

  // On a phone, the page may be scrolled down to the evidence.
  useEffect(() => {
    document.getElementById(HEADING_ID)?.scrollIntoView({ block: 'nearest' });
  }, [question?.id]);

  const show = (next: number | undefined): void => {
    setPlace(next);
    setIsEditing(false);
    if (next === undefined) focus(END_ID);
  };
  const step = (places: 1 | -1): void => {
    const next = (place ?? questions.length) + places;
    if (questions[next] === undefined) return;
    setNote('');
    show(next);
  };
  const finish = (action: ReviewAction, answer: ReviewedQuestionSet): void => {
    const now = answer.questions.findIndex(({ id }) => id === answer.question_id);
    const number = (now === -1 ? (place ?? 0) : now) + 1;
    switch (action.kind) {
      case 'accept':
      case 'edit':
        setNote(t(action.kind === 'accept' ? 'review.accepted' : 'review.edited', { number }));
        show(findNext(answer.questions, now));
        if (action.kind === 'edit') focus(HEADING_ID);
        return;
      case 'skip':
        if (now !== -1) {
          setNote(t('review.replaced', { number }));
          show(now);
        } else {
          setNote(t('review.noneLeft', { number }));
          show(findNext(answer.questions, (place ?? 0) - 1));
        }
        return;
      case 'undo':
        if (answer.undone === null) setNote(t('review.nothingToUndo'));
        else {
          setNote(t(`review.undone.${answer.undone}`, { number }));
          show(now);
        }
    }
  };
  const send = (action: ReviewAction): void => {
    if (!act.isPending) act.mutate(action, { onSuccess: (answer) => finish(action, answer) });
  };
  const accept = (): void => {
    if (question === undefined || place === undefined) return;
    if (question.is_draft) send({ kind: 'accept', questionId: question.id });
    else {
      setNote('');
      show(findNext(questions, place));
    }
  };
  const edit = (): void => {
    act.reset();
    setNote('');
    if (question !== undefined) setIsEditing(true);
  };
  const skip = (): void => {
    if (question !== undefined) send({ kind: 'skip', questionId: question.id });
  };
  const undo = (): void => send({ kind: 'undo' });
  const actions: Record<ReviewKey, () => void> = {
    accept,
    edit,
    skip,
    undo,
    previous: () => step(-1),
    next: () => step(1),
  };
  useReviewKeys((key) => {
    if (!isEditing) actions[key]();
  });

  const position =
    place === undefined ? '' : t('review.position', { number: place + 1, count: questions.length });
  return (
    <div className={classes.screen}>
      <Stack component="header" gap={4}>
        <Button
          component={Link}
          to={paths.reviewedQuiz(set)}
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.back}
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
        >
          {t('review.back')}
        </Button>
        <PageTitle tabTitle={t('review.tabTitle', { name: set.name })}>{t('review.title')}</PageTitle>
        <Text c="dimmed">
          <bdi>{set.name}</bdi>
        </Text>
        <Group gap="8px 20px" mt={8}>
          {question !== undefined && (
            <Text fw={600} className={classes.count}>
              {t('review.progress', { accepted, count: questions.length })}
            </Text>
          )}
          <ReviewProgress
            questions={questions}
            place={place}
            onShow={(next) => {
              setNote('');
              show(next);
            }}
          />
        </Group>
      </Stack>
      {question === undefined || place === undefined ? (
        <ReviewEnd id={END_ID} quiz={quiz} />
      ) : (
        <div className={classes.columns}>
          <section className={classes.question} aria-labelledby={HEADING_ID}>
            {isEditing ? (
              <>
                <h2 id={HEADING_ID} tabIndex={-1} className={classes.label}>
                  {position}
                </h2>
                <Suspense fallback={<Skeleton height={320} mt="md" />}>
                  <QuestionInPlace
                    key={question.id}
                    form={`question:${question.id}`}
                    questions={questions}
                    place={place}
                    lessonId={set.lesson_id}
                    saveLabel={t('review.saveEdit')}
                    isSaving={act.isPending}
                    error={act.error}
                    onSave={(edited) => send({ kind: 'edit', questionId: question.id, question: edited })}
                    onCancel={() => {
                      act.reset();
                      setIsEditing(false);
                      focus(HEADING_ID);
                    }}
                  />
                </Suspense>
              </>
            ) : (
              <QuestionContent
                question={question}
                number={place + 1}
                title={
                  <h2 id={HEADING_ID} tabIndex={-1} className={classes.label}>
                    {position}
                  </h2>
                }
              />
            )}
          </section>
          <EvidenceContext lessonId={set.lesson_id} evidence={question.evidence} />
        </div>
      )}
      {act.isError && !isEditing && (
        <Failure message={t('review.failed', { error: explainFailure(t, act.error) })} error={act.error} />
      )}
      <div className={classes.bar} data-bottom-bar data-hidden={isEditing || undefined}>
        <p role="status" className={classes.note}>
          {note}
          {note !== '' && question !== undefined && (
            <VisuallyHidden>
              {' '}
              {position}: {nameStem(question.text)}
            </VisuallyHidden>
          )}
        </p>
        {!isEditing && (
          <div className={classes.actions}>
            <ActionButton name="undo" look="subtle" onClick={undo} />
            {question !== undefined && (
              <>
                <ActionButton name="skip" look="default" onClick={skip} />
                <ActionButton name="edit" look="default" onClick={edit} />
                <ActionButton name={question.is_draft ? 'accept' : 'next'} look="filled" onClick={accept} />
              </>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

const KEY_OF = { undo: 'Z', skip: 'S', edit: 'E', accept: 'A', next: 'A' } as const;

function ActionButton({
  name,
  look,
  onClick,
}: {
  name: keyof typeof KEY_OF;
  look: 'filled' | 'default' | 'subtle';
  onClick: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      variant={look}
      className={classes.action}
      aria-keyshortcuts={KEY_OF[name]}
      rightSection={<Kbd aria-hidden>{KEY_OF[name]}</Kbd>}
      onClick={onClick}
    >
      {t(`review.actions.${name}`)}
    </Button>
  );
}
