import { Alert, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChecks, IconDownload, IconPencil } from '@tabler/icons-react';
import { Suspense, type Ref, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TFunction } from 'i18next';
import type { LessonFact } from '#contract/facts.ts';
import type { QuestionSetWithQuestions, QuestionSetWriter } from '#contract/quizzes.ts';
import { ConnectModelHint } from '#web/ui/connect-model-hint.tsx';
import { FactsToAsk } from '#web/ui/facts-to-ask.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { formatDateTime, formatNumber } from '#web/ui/format.ts';
import { explainFailure, wordMessage } from '#web/ui/word-message.ts';
import { paths } from '#web/ui/paths.ts';
import { useAskAboutDrafts } from './ask-about-drafts.tsx';
import { downloadLater } from './download-later.ts';
import { QuizEditor } from './editor/load-editor.ts';
import type { QuizEditorHandle } from './editor/quiz-editor-handle.ts';
import { useSaveQuestionSet } from './quizzes.queries.ts';
import type { Editing } from './use-editing.ts';
import classes from './quizzes.module.css';
import { QuestionView } from './question-view.tsx';

/** A question set to be read through: what it is, why it may be shorter than asked, and its questions. */
function QuizPreview({
  result,
  action,
  onWriteAbout,
}: {
  result: QuestionSetWithQuestions;
  action: ReactNode;
  onWriteAbout: (fact: LessonFact) => void;
}) {
  const { t, i18n } = useTranslation();
  const { question_set: set, questions, shortfall, writer, uncovered_outcomes: uncovered } = result;
  const draftCount = questions.filter((question) => question.is_draft).length;
  const facts = [
    [t('quizzes.answerStyle'), t(`quizzes.styles.${set.answer_style}`)],
    [t('quizzes.totalQuestions'), formatNumber(questions.length, i18n.language)],
    [t('quizzes.created'), formatDateTime(set.created_at, i18n.language)],
  ] as const;
  return (
    <>
      <Text component="h3" className={classes.setName} dir="auto">
        {set.name}
      </Text>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {action}
      {shortfall !== null && (
        <Alert color="lapis" variant="light" role="note" mb="md">
          <Text size="sm" fw={500}>
            {t('quizzes.shortfall', { made: shortfall.made, asked: shortfall.asked })}
          </Text>
          <Text size="sm">{wordMessage(t, shortfall.reason_coded, shortfall.reason)}</Text>
          <ConnectModelHint reason={shortfall.reason_coded} />
        </Alert>
      )}
      {uncovered.length > 0 && questions.length > 0 && (
        <Text size="sm" mb="md">
          {t('quizzes.uncoveredOutcomes', { outcomes: uncovered.join(', ') })}
        </Text>
      )}
      {draftCount > 0 && (
        <Alert color="lapis" variant="light" role="note" mb="md">
          <Text size="sm">{t('quizzes.checkDrafts', { count: draftCount })}</Text>
          <Button component={Link} to={paths.reviewQuiz(set.id)} size="xs" mt="sm">
            {t('quizzes.reviewDrafts')}
          </Button>
        </Alert>
      )}
      {writer !== null && (
        <Text size="sm" c="dimmed" mb="md">
          {describeWriter(t, writer)}
        </Text>
      )}
      <ol className={classes.questions}>
        {questions.map((question, index) => (
          <QuestionView key={question.id} question={question} number={index + 1} lessonId={set.lesson_id} />
        ))}
      </ol>
      {shortfall !== null && questions.length < shortfall.asked && (
        <FactsToAsk lessonId={set.lesson_id} onWrite={onWriteAbout} />
      )}
    </>
  );
}

/** Who wrote the questions, when a language model had to do with them, and why it wrote none, or not all. */
function describeWriter(t: TFunction, writer: QuestionSetWriter): string {
  const { model, questions_of_model: ofModel, questions_of_composer: ofComposer, note } = writer;
  const share = [
    ofModel > 0 ? t('quizzes.writtenByModel', { count: ofModel, model }) : '',
    ofModel > 0 && ofComposer > 0 ? t('quizzes.writtenByComposer', { count: ofComposer }) : '',
  ];
  return [...share, note === null ? '' : wordMessage(t, writer.note_coded, note)]
    .filter((part) => part !== '')
    .join(' ');
}

const EDIT_ID = 'edit-questions';
const CLOSE_ID = 'close-quiz';

/** The questions with their actions. The caller decides what closing does. */
export function QuizResult({
  result,
  editing,
  editor,
  isAsking,
  onRequestClose,
  onKeepOpen,
  onClose,
}: {
  result: QuestionSetWithQuestions;
  editing: Editing;
  editor: Ref<QuizEditorHandle>;
  /** The user wants to close an unsaved set. */
  isAsking: boolean;
  onRequestClose: () => void;
  onKeepOpen: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const save = useSaveQuestionSet();
  const { question_set: set } = result;
  const isSaved = set.saved_at !== null;
  const isEmpty = set.question_count === 0;
  const focus = useFocusRequest();
  const [askAboutDrafts, draftsDialog] = useAskAboutDrafts();
  const areDrafts = result.questions.map((question) => question.is_draft);
  if (editing.isOn) {
    return (
      <Suspense fallback={<Waiting />}>
        <QuizEditor
          questionSetId={set.id}
          fact={editing.fact}
          ref={editor}
          onLeave={(publishedVersion) => {
            editing.stop(publishedVersion);
            focus(EDIT_ID);
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      <QuizPreview
        result={result}
        onWriteAbout={editing.start}
        action={
          <Group gap="sm" mb="md">
            <Button
              id={EDIT_ID}
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
              onClick={() => editing.start()}
            >
              {t(isEmpty && !set.has_draft ? 'quizzes.writeOwn' : 'quizzes.edit')}
            </Button>
            {!isEmpty && !areDrafts.includes(true) && (
              <Button
                component={Link}
                to={paths.reviewQuiz(set.id)}
                variant="default"
                size="xs"
                leftSection={<IconChecks size={16} stroke={1.6} aria-hidden />}
              >
                {t('quizzes.review')}
              </Button>
            )}
            <Text size="sm" c="dimmed" role="status">
              {editing.publishedVersion !== undefined
                ? t('quizzes.published', { version: editing.publishedVersion })
                : set.has_draft
                  ? t('quizzes.hasDraft')
                  : isEmpty
                    ? t('quizzes.empty')
                    : ''}
            </Text>
          </Group>
        }
      />
      <div className={classes.footer}>
        {save.isSuccess && (
          <Alert color="green" role="alert" icon={<IconCheck aria-hidden />} mb="sm">
            {t('quizzes.saved')}
          </Alert>
        )}
        {save.isError && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} mb="sm">
            {t('quizzes.saveFailed', { error: explainFailure(t, save.error) })}
          </Alert>
        )}
        {isAsking ? (
          <div role="alert">
            <Text size="sm" mb="sm">
              {t('quizzes.notSavedQuestion')}
            </Text>
            <Group gap="sm" justify="flex-end">
              <Button variant="default" onClick={onKeepOpen} autoFocus>
                {t('quizzes.keepOpen')}
              </Button>
              <Button color="red" variant="outline" onClick={onClose}>
                {t('quizzes.closeUnsaved')}
              </Button>
            </Group>
          </div>
        ) : (
          <Group className={classes.footerActions} gap="sm" justify="flex-end">
            <Button id={CLOSE_ID} variant="default" onClick={onRequestClose}>
              {isEmpty ? t('common.close') : isSaved ? t('quizzes.finished') : t('common.cancel')}
            </Button>
            {!isEmpty && (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
                onClick={() => askAboutDrafts(set.id, areDrafts, 'export', () => downloadLater(result))}
              >
                {t('quizzes.download')}
              </Button>
            )}
            {!isSaved && !isEmpty && (
              <Button
                loading={save.isPending}
                onClick={() =>
                  askAboutDrafts(set.id, areDrafts, 'save', () =>
                    save.mutate(
                      { question_set_id: set.id, name: set.name },
                      // The focused button disappears.
                      { onSuccess: () => focus(CLOSE_ID) },
                    ),
                  )
                }
              >
                {t('common.save')}
              </Button>
            )}
          </Group>
        )}
      </div>
      {draftsDialog}
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack gap="md" pb="md">
      <VisuallyHidden role="status">{t('quizzes.loading')}</VisuallyHidden>
      {[40, 220, 220].map((height, place) => (
        <Skeleton key={place} height={height} />
      ))}
    </Stack>
  );
}
