import { Badge, Text } from '@mantine/core';
import { memo, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '../../../../contract/courses.ts';
import { wordsOfStem } from '../../../../items/stem-parts.ts';
import { changeQuestion, moveQuestion } from './change-questions.ts';
import { citeIdOf, headingIdOf, stemIdOf } from './editor-ids.ts';
import { STEM_MAXIMUM_LENGTH } from './editor-limits.ts';
import type { EditorQuestion } from './editor-question.ts';
import { EssayFields } from './essay-fields.tsx';
import { EvidenceBeside } from './evidence-beside.tsx';
import { EvidencePicker } from './evidence-picker.tsx';
import { ExplanationField } from './explanation-field.tsx';
import { FaultyWords } from './faulty-words.tsx';
import { FlawNotes } from '../../../ui/flaw-notes.tsx';
import { StemPreview } from '../../../ui/stem-view.tsx';
import { GrowingField } from './growing-field.tsx';
import { OptionRows } from './option-rows.tsx';
import { NO_FLAWS, placeFlaws } from './place-flaws.ts';
import { QuestionActions } from './question-actions.tsx';
import type { Finding } from './question-checker.ts';
import { QuestionDetails } from './question-details.tsx';
import type { EditQuestions } from './use-question-editing.ts';
import classes from './editor.module.css';

export interface QuestionCardProps {
  question: EditorQuestion;
  /** From 1. */
  number: number;
  count: number;
  finding: Finding | undefined;
  lessonId: number;
  outcomes: Course['outcomes'];
  /** Another question is being written in its place. */
  isBeingRewritten: boolean;
  /** Why no other question was written. */
  rewriteNote: string | undefined;
  /** These functions are the same always, so that a key stroke draws one card only. */
  edit: EditQuestions;
  focus: (id: string) => void;
  onDelete: (questionKey: string) => void;
  onRewrite: (questionKey: string) => void;
}

/** One question with everything of it to be changed in place, and its evidence beside. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { question, number, count, finding, lessonId, outcomes, edit, focus } = props;
  const { t } = useTranslation();
  const [isCiting, setIsCiting] = useState(false);
  const placed = useMemo(
    () => (finding === undefined ? NO_FLAWS : placeFlaws(finding.flaws, finding.optionKeys)),
    [finding],
  );
  const { key } = question;
  const move = (places: number): void => edit('move', key, moveQuestion(key, places));
  const moveByKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    // There the arrow keys open the choices.
    if (event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
    // Moved on the page, a field loses the focus.
    if (event.target instanceof HTMLElement)
      focus(event.target.id === '' ? headingIdOf(key) : event.target.id);
  };
  return (
    <li className={classes.card} aria-labelledby={headingIdOf(key)} onKeyDown={moveByKey}>
      <div className={classes.cardHead}>
        <h4 id={headingIdOf(key)} tabIndex={-1} className={classes.number}>
          {t('quizzes.questionNumber', { number })}
        </h4>
        {question.writtenBy === 'instructor' && question.id === null && (
          <Badge variant="default" size="md" tt="none" fw={500}>
            {t('editor.byHand')}
          </Badge>
        )}
        <QuestionActions
          questionKey={key}
          number={number}
          count={count}
          isBeingRewritten={props.isBeingRewritten}
          onMove={move}
          onFocus={focus}
          onDelete={() => props.onDelete(key)}
          onRewrite={() => props.onRewrite(key)}
        />
      </div>
      <p role="status" className={classes.cardNote}>
        {props.isBeingRewritten ? t('editor.rewriting') : props.rewriteNote}
      </p>
      <div className={classes.cardBody}>
        <div className={classes.fields}>
          <GrowingField
            id={stemIdOf(key)}
            label={t('editor.stem')}
            labelMore={t('editor.ofQuestion', { number })}
            className={classes.stemInput}
            maxLength={STEM_MAXIMUM_LENGTH}
            notes={
              placed.stem.length > 0 && (
                <>
                  <FaultyWords text={wordsOfStem(question.text)} flaws={placed.stem} />
                  <FlawNotes flaws={placed.stem} />
                </>
              )
            }
            value={question.text}
            onChange={(text) =>
              edit(
                'text',
                key,
                changeQuestion(key, (before) => ({ ...before, text })),
                `${key}.text`,
              )
            }
          />
          <StemPreview stem={question.text} className={classes.previewed} />
          {question.type === 'multiple_choice' ? (
            <OptionRows question={question} number={number} placed={placed} edit={edit} focus={focus} />
          ) : (
            <EssayFields question={question} number={number} edit={edit} focus={focus} />
          )}
          <ExplanationField question={question} number={number} edit={edit} />
          <QuestionDetails
            question={question}
            number={number}
            finding={finding}
            outcomes={outcomes}
            edit={edit}
          />
        </div>
        <EvidenceBeside
          question={question}
          number={number}
          lessonId={lessonId}
          flaws={placed.evidence}
          isCiting={isCiting}
          edit={edit}
          focus={focus}
          onCite={() => setIsCiting(!isCiting)}
        />
      </div>
      {isCiting && (
        <EvidencePicker
          question={question}
          number={number}
          lessonId={lessonId}
          edit={edit}
          onClose={() => {
            setIsCiting(false);
            focus(citeIdOf(key));
          }}
        />
      )}
      {question.text === '' && question.id === null && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('editor.byHandHint')}
        </Text>
      )}
    </li>
  );
});
