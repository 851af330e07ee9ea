import { Button, Kbd, Text } from '@mantine/core';
import { useEffect, useReducer, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import editor from '#web/locales/en/editor.json';
import { addTexts } from '#web/ui/add-texts.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { isLike } from '#web/ui/typed-values.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { useUnsavedWork } from '#web/ui/unsaved-work.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { beginHistory, reduceHistory, stepOfKeys } from './edit-history.ts';
import { stemIdOf } from './editor-ids.ts';
import { useOutcomes } from './editor.queries.ts';
import { withNewKeys, type EditorQuestion } from './editor-question.ts';
import { toEditorQuestion, type EditableQuestion } from './exchange-draft.ts';
import { listGaps } from './list-gaps.ts';
import { NO_FLAWS, placeFlaws } from './place-flaws.ts';
import { QuestionFields } from './question-fields.tsx';
import { useLiveFindings } from './use-live-findings.ts';
import type { EditQuestions } from './use-question-editing.ts';
import classes from './editor.module.css';

addTexts({ editor });

/** Edits one question in place, and checks it together with the others. Asks before changes are discarded. */
export function QuestionInPlace({
  form,
  questions,
  place,
  number = place + 1,
  lessonId,
  saveLabel,
  isSaving,
  error,
  onSave,
  onCancel,
}: {
  /** The key under which an interrupted edit is kept, such as `candidate:7`. */
  form: string;
  questions: readonly EditableQuestion[];
  /** Of the edited question, from 0. */
  place: number;
  /** Its number on the screen. */
  number?: number;
  lessonId: number;
  saveLabel: string;
  isSaving: boolean;
  error: unknown;
  onSave: (question: EditorQuestion) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const focus = useFocusRequest();
  const outcomes = useOutcomes(lessonId);
  const kept = useUnsavedWork(form, {
    onLeave: 'ask',
    read: () => (history.past.length === 0 ? undefined : question),
  });
  const [isAsking, setIsAsking] = useState(false);
  const [history, dispatch] = useReducer(reduceHistory, kept, (draft) => {
    const begun = beginHistory(questions.map(toEditorQuestion));
    const shown = begun.present[place];
    if (shown === undefined || !isLike(shown, draft)) return begun;
    const change = (all: typeof begun.present) => all.with(place, withNewKeys({ ...shown, ...draft }));
    return reduceHistory(begun, { kind: 'edit', name: 'text', questionKey: null, change, atMilliseconds: 0 });
  });
  const finding = useLiveFindings(history.present, lessonId).get(history.present[place]?.key ?? '');
  const placed = finding === undefined ? NO_FLAWS : placeFlaws(finding.flaws, finding.optionKeys);
  const question = history.present[place];
  const key = question?.key ?? '';
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
    if (gaps.length === 0 && !isSaving) onSave(question);
  };
  const cancel = (): void => {
    if (history.past.length === 0) onCancel();
    else setIsAsking(true);
  };
  const press = (event: KeyboardEvent): void => {
    const step = stepOfKeys(event);
    if (step !== undefined) dispatch({ kind: step });
    else if (event.key === 'Escape' && !isForOpenPart(event.target)) cancel();
    else if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key === 'Enter') save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={classes.inPlace} onKeyDown={press}>
        <QuestionFields
          question={question}
          number={number}
          finding={finding}
          placed={placed}
          outcomes={outcomes}
          edit={edit}
          focus={focus}
        />
        {gaps.length > 0 && (
          <Text size="sm" role="status">
            {t('quizzes.questionNumber', { number })} {gaps.map((gap) => t(`editor.gaps.${gap}`)).join(' ')}
          </Text>
        )}
        {error !== null && (
          <Failure message={t('editor.editFailed', { error: explainFailure(t, error) })} error={error} />
        )}
        <div className={classes.inPlaceActions} data-bottom-bar>
          <Button
            variant="default"
            className={classes.inPlaceCancel}
            rightSection={<Kbd aria-hidden>Esc</Kbd>}
            aria-keyshortcuts="Escape"
            onClick={cancel}
          >
            {t('common.cancel')}
          </Button>
          <Button
            loading={isSaving}
            disabled={gaps.length > 0}
            onClick={save}
            aria-keyshortcuts="Control+Enter"
          >
            {saveLabel}
          </Button>
        </div>
      </div>
      {isAsking && <DiscardDialog onKeep={() => setIsAsking(false)} onDiscard={onCancel} />}
    </>
  );
}

/** Whether Escape closes something open in the question, such as the reason why an issue is dismissed. */
const isForOpenPart = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('[data-mantine-stop-propagation=true]') !== null;
