import { Button, Kbd, Text } from '@mantine/core';
import { useEffect, useMemo, useReducer, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '#contract/quizzes.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { useUnsavedWork } from '#web/ui/unsaved-work.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { beginHistory, reduceHistory } from './edit-history.ts';
import { stemIdOf } from './editor-ids.ts';
import { useOutcomes } from './editor.queries.ts';
import { toDraftQuestion, toEditorQuestion } from './exchange-draft.ts';
import { listGaps } from './list-gaps.ts';
import { NO_FLAWS, placeFlaws } from './place-flaws.ts';
import { QuestionFields } from './question-fields.tsx';
import { useLiveFindings } from './use-live-findings.ts';
import type { EditQuestions } from './use-question-editing.ts';
import classes from './editor.module.css';

export type EditedQuestion = ReturnType<typeof toDraftQuestion>;

/** Edits one question of a quiz in place, and checks it together with the others. */
export function QuestionInPlace({
  questions,
  place,
  lessonId,
  isSaving,
  error,
  onSave,
  onCancel,
}: {
  questions: readonly Question[];
  /** Of the edited question, from 0. */
  place: number;
  lessonId: number;
  isSaving: boolean;
  error: unknown;
  onSave: (question: EditedQuestion) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const focus = useFocusRequest();
  const outcomes = useOutcomes(lessonId);
  const [history, dispatch] = useReducer(reduceHistory, questions, (all) =>
    beginHistory(
      all.map((question) => toEditorQuestion({ ...question, outcome: question.outcome?.short_name ?? null })),
    ),
  );
  const finding = useLiveFindings(history.present, lessonId).get(history.present[place]?.key ?? '');
  const placed = useMemo(
    () => (finding === undefined ? NO_FLAWS : placeFlaws(finding.flaws, finding.optionKeys)),
    [finding],
  );
  const question = history.present[place];
  const key = question?.key ?? '';
  useUnsavedWork(undefined, {
    onLeave: 'ask',
    read: () => (history.past.length === 0 ? undefined : history.present),
  });
  useEffect(() => focus(stemIdOf(key)), [focus, key]);
  if (question === undefined) return null;
  const edit: EditQuestions = (name, questionKey, change, group) => {
    const atMilliseconds = Date.now();
    dispatch({
      kind: 'edit',
      name,
      questionKey,
      change,
      atMilliseconds,
      ...(group === undefined ? {} : { group }),
    });
  };
  const gaps = listGaps([question]).flatMap((each) => each.gaps);
  const save = (): void => {
    if (gaps.length === 0 && !isSaving) onSave(toDraftQuestion(question));
  };
  const press = (event: KeyboardEvent): void => {
    const pressed = event.key.toLowerCase();
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (event.key === 'Escape') onCancel();
    else if (isCommand && event.key === 'Enter') save();
    else if (isCommand && (pressed === 'y' || (pressed === 'z' && event.shiftKey)))
      dispatch({ kind: 'redo' });
    else if (isCommand && pressed === 'z') dispatch({ kind: 'undo' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.inPlace} onKeyDown={press}>
      <QuestionFields
        question={question}
        number={place + 1}
        finding={finding}
        placed={placed}
        outcomes={outcomes}
        edit={edit}
        focus={focus}
      />
      {gaps.length > 0 && (
        <Text size="sm" role="status">
          {t('quizzes.questionNumber', { number: place + 1 })}{' '}
          {gaps.map((gap) => t(`editor.gaps.${gap}`)).join(' ')}
        </Text>
      )}
      {error !== null && (
        <Failure message={t('review.editFailed', { error: explainFailure(t, error) })} error={error} />
      )}
      <div className={classes.inPlaceActions}>
        <Button
          variant="default"
          className={classes.inPlaceCancel}
          rightSection={<Kbd aria-hidden>Esc</Kbd>}
          aria-keyshortcuts="Escape"
          onClick={onCancel}
        >
          {t('common.cancel')}
        </Button>
        <Button
          loading={isSaving}
          disabled={gaps.length > 0}
          onClick={save}
          aria-keyshortcuts="Control+Enter"
        >
          {t('review.saveEdit')}
        </Button>
      </div>
    </div>
  );
}
