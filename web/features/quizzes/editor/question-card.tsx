import { Badge, Group, Text } from '@mantine/core';
import { memo, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import type { Course } from '#contract/courses.ts';
import { DraftBadge } from '../draft-badge.tsx';
import { moveQuestion } from './change-questions.ts';
import { citeIdOf, headingIdOf, moveIdOf } from './editor-ids.ts';
import { EvidenceBeside, EvidencePicker } from './evidence-beside.tsx';
import { NO_FLAWS, placeFlaws } from './place-flaws.ts';
import type { Finding } from './question-checker.ts';
import { QuestionFields } from './question-fields.tsx';
import type { QuestionPart } from './use-question-editing.ts';
import classes from './editor.module.css';
import { IconArrowDown, IconArrowUp, IconRefresh, IconTrash } from '@tabler/icons-react';
import { IconButton } from '#web/ui/icon-button.tsx';

/** What can be done with a question as a whole. */
function QuestionActions({
  questionKey,
  number,
  count,
  isBeingRewritten,
  onMove,
  onFocus,
  onDelete,
  onRewrite,
}: {
  questionKey: string;
  number: number;
  count: number;
  isBeingRewritten: boolean;
  onMove: (places: number) => void;
  onFocus: (id: string) => void;
  onDelete: () => void;
  onRewrite: () => void;
}) {
  const { t } = useTranslation();
  const move = (direction: 'up' | 'down'): void => {
    onMove(direction === 'up' ? -1 : 1);
    onFocus(moveIdOf(questionKey, direction));
  };
  return (
    <div className={classes.actions}>
      <IconButton
        id={moveIdOf(questionKey, 'up')}
        icon={IconArrowUp}
        label={t('editor.moveUp', { number })}
        hint={t('editor.moveUpTip')}
        aria-keyshortcuts="Alt+ArrowUp"
        isInactive={number === 1}
        onClick={() => move('up')}
      />
      <IconButton
        id={moveIdOf(questionKey, 'down')}
        icon={IconArrowDown}
        label={t('editor.moveDown', { number })}
        hint={t('editor.moveDownTip')}
        aria-keyshortcuts="Alt+ArrowDown"
        isInactive={number === count}
        onClick={() => move('down')}
      />
      <IconButton
        icon={IconRefresh}
        label={t('editor.rewrite', { number })}
        hint={t('editor.rewriteTip')}
        isInactive={isBeingRewritten}
        isWorking={isBeingRewritten}
        onClick={onRewrite}
      />
      <IconButton
        icon={IconTrash}
        label={t('editor.delete', { number })}
        hint={t('editor.deleteTip')}
        onClick={onDelete}
      />
    </div>
  );
}

/** The functions are stable, so that a keystroke renders only one card. */
export interface QuestionCardProps extends QuestionPart {
  headingLevel: 3 | 4;
  count: number;
  /** The fact that the question was started on. */
  fact: LessonFact | undefined;
  finding: Finding | undefined;
  lessonId: number;
  outcomes: Course['outcomes'];
  /** Another question is being written in its place. */
  isBeingRewritten: boolean;
  /** Why no other question was written. */
  rewriteNote: string | undefined;
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
  const Heading = `h${props.headingLevel}` as const;
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
      <Group gap="4px 10px">
        <Heading id={headingIdOf(key)} tabIndex={-1} className={classes.number}>
          {t('quizzes.questionNumber', { number })}
        </Heading>
        {question.writtenBy === 'instructor' && question.id === null && (
          <Badge variant="default" size="md" tt="none" fw={500}>
            {t('editor.byHand')}
          </Badge>
        )}
        {question.isDraft && <DraftBadge />}
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
      </Group>
      <p role="status" className={classes.cardNote}>
        {props.isBeingRewritten ? t('editor.rewriting') : props.rewriteNote}
      </p>
      <div className={classes.cardBody}>
        <QuestionFields
          question={question}
          number={number}
          finding={finding}
          placed={placed}
          kindred={fact?.kindred}
          outcomes={outcomes}
          edit={edit}
          focus={focus}
        />
        <EvidenceBeside
          question={question}
          number={number}
          lessonId={lessonId}
          fact={fact}
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
