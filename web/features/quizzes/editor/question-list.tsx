import { Button, Group, UnstyledButton } from '@mantine/core';
import { IconPencilPlus, IconSparkles } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSet } from '#contract/quizzes.ts';
import { Failure } from '#web/ui/failure.tsx';
import { deleteQuestion, insertQuestion, replaceQuestion } from './change-questions.ts';
import { ADD_QUESTION_ID, headingIdOf, stemIdOf } from './editor-ids.ts';
import { useOutcomes } from './editor.queries.ts';
import { EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import { makeEmptyQuestion } from './editor-question.ts';
import { QuestionCard } from './question-card.tsx';
import type { Finding } from './question-checker.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import type { QuestionOfFact } from './use-question-about.ts';
import type { QuestionEditing } from './use-question-editing.ts';
import type { WriteQuestion } from './use-write-question.ts';
import classes from './editor.module.css';

/** Every question of the set, one under the other, and the ways to more of them. */
export function QuestionList({
  set,
  headingLevel,
  fact,
  editing,
  findings,
  write,
  focus,
}: {
  set: QuestionSet;
  /** The heading level of a question. */
  headingLevel: 3 | 4;
  fact: QuestionOfFact | undefined;
  editing: QuestionEditing;
  findings: ReadonlyMap<string, Finding>;
  write: WriteQuestion;
  focus: (id: string) => void;
}) {
  const { t } = useTranslation();
  const { history, edit } = editing;
  const questions = history.present;
  const latest = useLatest(questions);
  const outcomes = useOutcomes(set.lesson_id);
  const [rewriting, setRewriting] = useState<ReadonlySet<string>>(new Set());
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const [addNote, setAddNote] = useState<{ message: string; error?: unknown }>();
  const [isWriting, setIsWriting] = useState(false);
  const isFull = questions.length >= EDITED_QUESTIONS_MAXIMUM;

  const remove = useCallback(
    (key: string): void => {
      const place = latest.current.findIndex((question) => question.key === key);
      const next = latest.current[place + 1] ?? latest.current[place - 1];
      edit('delete', key, deleteQuestion(key));
      focus(next === undefined ? ADD_QUESTION_ID : headingIdOf(next.key));
    },
    [latest, edit, focus],
  );
  const rewrite = useCallback(
    async (key: string): Promise<void> => {
      const question = latest.current.find((each) => each.key === key);
      if (question === undefined) return;
      setRewriting((keys) => new Set([...keys, key]));
      setNotes((all) => new Map([...all].filter(([of]) => of !== key)));
      const written = await write({
        answer_style: question.type,
        taxonomy_level: question.level,
      });
      setRewriting((keys) => new Set([...keys].filter((each) => each !== key)));
      if (written.question !== null) edit('regenerate', key, replaceQuestion(key, written.question));
      else setNotes((all) => new Map([...all, [key, written.reason]]));
    },
    [latest, write, edit],
  );
  const startRewrite = useCallback((key: string) => void rewrite(key), [rewrite]);
  const addByHand = (): void => {
    const question = makeEmptyQuestion(set.answer_style);
    edit('add', question.key, insertQuestion(question));
    focus(stemIdOf(question.key));
  };
  const addWritten = async (): Promise<void> => {
    setAddNote(undefined);
    setIsWriting(true);
    const written = await write({ answer_style: set.answer_style });
    setIsWriting(false);
    if (written.question === null) {
      setAddNote({ message: written.reason, error: written.error });
      return;
    }
    edit('add', written.question.key, insertQuestion(written.question));
    focus(headingIdOf(written.question.key));
  };
  return (
    <div className={classes.listed}>
      <nav className={classes.outline} aria-label={t('editor.outline')}>
        <ol>
          {questions.map(({ key, text }) => (
            <li key={key}>
              <UnstyledButton className={classes.outlineEntry} onClick={() => focus(headingIdOf(key))}>
                <span className={classes.outlineText} dir="auto">
                  {text.trim() === '' ? t('editor.noText') : text}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        <ol className={classes.cards}>
          {questions.map((question, index) => (
            <QuestionCard
              key={question.key}
              question={question}
              headingLevel={headingLevel}
              number={index + 1}
              count={questions.length}
              fact={fact?.questionKey === question.key ? fact.fact : undefined}
              finding={findings.get(question.key)}
              lessonId={set.lesson_id}
              outcomes={outcomes}
              isBeingRewritten={rewriting.has(question.key)}
              rewriteNote={notes.get(question.key)}
              edit={edit}
              focus={focus}
              onDelete={remove}
              onRewrite={startRewrite}
            />
          ))}
        </ol>
        {questions.length === 0 && <p className={classes.none}>{t('editor.noQuestions')}</p>}
        {addNote !== undefined && <Failure message={addNote.message} error={addNote.error} />}
        <Group gap="sm" mt="md" mb="lg">
          <Button
            id={ADD_QUESTION_ID}
            variant="default"
            leftSection={<IconPencilPlus size={18} stroke={1.6} aria-hidden />}
            disabled={isFull}
            onClick={addByHand}
          >
            {t('editor.addByHand')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconSparkles size={18} stroke={1.6} aria-hidden />}
            disabled={isFull}
            aria-disabled={isWriting}
            onClick={() => {
              if (!isWriting) void addWritten();
            }}
          >
            {isWriting ? t('editor.writing') : t('editor.addWritten')}
          </Button>
        </Group>
      </div>
    </div>
  );
}
