import { Badge, Text } from '@mantine/core';
import { memo, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import type { Course } from '#contract/courses.ts';
import { wordsOfStem } from '#contract/question-rules/stem-parts.ts';
import { MarkedText } from '#web/ui/flaw-notes.tsx';
import { StemPreview } from '#web/ui/stem-view.tsx';
import type { Flaw } from '#contract/quizzes.ts';
import { markWords } from '#web/ui/mark-words.ts';
import { changeQuestion, moveQuestion } from './change-questions.ts';
import { citeIdOf, headingIdOf, stemIdOf } from './editor-ids.ts';
import { STEM_MAXIMUM_LENGTH, EXPLANATION_MAXIMUM_LENGTH } from './editor-limits.ts';
import type { EditorQuestion } from './editor-question.ts';
import { EditorFlaws } from './editor-flaws.tsx';
import { EssayFields } from './essay-fields.tsx';
import { EvidenceBeside } from './evidence-beside.tsx';
import { EvidencePicker } from './evidence-picker.tsx';
import { GrowingField } from './growing-field.tsx';
import { OptionRows } from './option-rows.tsx';
import { listOpenFlaws, NO_FLAWS, placeFlaws } from './place-flaws.ts';
import { QuestionActions } from './question-actions.tsx';
import type { Finding } from './question-checker.ts';
import { QuestionDetails } from './question-details.tsx';
import type { EditQuestions } from './use-question-editing.ts';
import classes from './editor.module.css';

function ExplanationField({
  question: { key, explanation },
  number,
  edit,
}: {
  question: EditorQuestion;
  number: number;
  edit: EditQuestions;
}) {
  const { t } = useTranslation();
  return (
    <GrowingField
      label={t('editor.explanation')}
      labelMore={t('editor.ofQuestion', { number })}
      maxLength={EXPLANATION_MAXIMUM_LENGTH}
      value={explanation}
      onChange={(text) =>
        edit(
          'text',
          key,
          changeQuestion(key, (before) => ({ ...before, explanation: text })),
          `${key}.explanation`,
        )
      }
    />
  );
}

/** Underlining the whole text would point at nothing. */
const MOST_OF_TEXT = 0.7;

/**
 * A copy of the field's text with the faulty words underlined, since a field cannot underline its own. Hidden from
 * screen readers: the flaws below name the words.
 */
function FaultyWords({ text, flaws }: { text: string; flaws: readonly Flaw[] }) {
  const words = flaws
    .flatMap((flaw) => flaw.words ?? [])
    .filter((word) => word.length < text.length * MOST_OF_TEXT);
  if (!markWords(text, words).some(({ isMarked }) => isMarked)) return null;
  return (
    <p className={classes.echo} dir="auto" aria-hidden>
      <MarkedText text={text} words={words} />
    </p>
  );
}

const NO_TERMS: readonly string[] = [];

export interface QuestionCardProps {
  question: EditorQuestion;
  /** From 1. */
  number: number;
  count: number;
  /** What the question was started on. */
  fact: LessonFact | undefined;
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
  const { question, number, count, fact, finding, lessonId, outcomes, edit, focus } = props;
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
        {question.isDraft && (
          <Badge variant="light" color="amber" size="md" tt="none" fw={600}>
            {t('quizzes.draft')}
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
                  <FaultyWords
                    text={wordsOfStem(question.text)}
                    flaws={listOpenFlaws(question, placed.stem)}
                  />
                  <EditorFlaws flaws={placed.stem} question={question} edit={edit} focus={focus} />
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
            <OptionRows
              question={question}
              number={number}
              placed={placed}
              kindred={fact?.kindred ?? NO_TERMS}
              edit={edit}
              focus={focus}
            />
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
          statement={fact?.statement}
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
