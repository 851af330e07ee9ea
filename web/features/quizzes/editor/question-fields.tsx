import { Stack, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { wordsOfStem } from '#contract/question-rules/stem-parts.ts';
import type { Flaw } from '#contract/quizzes.ts';
import { MarkedText } from '#web/ui/flaw-notes.tsx';
import { markWords } from '#web/ui/mark-words.ts';
import { StemPreview } from '#web/ui/stem-view.tsx';
import { changeQuestion, addKeyPoint, changeKeyPoint, removeKeyPoint } from './change-questions.ts';
import { EditorFlaws } from './editor-flaws.tsx';
import { stemIdOf, addKeyPointIdOf, keyPointIdOf } from './editor-ids.ts';
import {
  EDITED_EXPLANATION_MAXIMUM_LENGTH,
  EDITED_STEM_MAXIMUM_LENGTH,
  KEY_POINT_MAXIMUM_LENGTH,
  KEY_POINTS_MAXIMUM,
  EDITED_RUBRIC_MAXIMUM_LENGTH,
} from '#contract/question-kinds.ts';
import { GrowingField } from './growing-field.tsx';
import { OptionRows } from './option-rows.tsx';
import { listOpenFlaws, type PlacedFlaws } from './place-flaws.ts';
import type { Finding } from './question-checker.ts';
import { QuestionDetails } from './question-details.tsx';
import type { QuestionPart } from './use-question-editing.ts';
import classes from './editor.module.css';
import { IconPlus, IconX } from '@tabler/icons-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { makeKey } from './editor-question.ts';

/** What a good essay holds, and how it is marked. */
function EssayFields({ question, number, edit, focus }: QuestionPart) {
  const { t } = useTranslation();
  const { key, keyPoints } = question;
  const canAdd = keyPoints.length < KEY_POINTS_MAXIMUM;
  const add = (): void => {
    const pointKey = makeKey();
    edit('options', key, addKeyPoint(key, pointKey));
    focus(keyPointIdOf(pointKey));
  };
  const remove = (pointKey: string): void => {
    const place = keyPoints.findIndex((point) => point.key === pointKey);
    const next = keyPoints[place + 1] ?? keyPoints[place - 1];
    edit('options', key, removeKeyPoint(key, pointKey));
    focus(next === undefined ? addKeyPointIdOf(key) : keyPointIdOf(next.key));
  };
  return (
    <>
      <fieldset className={classes.options}>
        <legend className={classes.legend}>{t('quizzes.keyPoints')}</legend>
        {keyPoints.map((point, place) => (
          <div key={point.key} className={classes.option}>
            <div className={classes.optionText}>
              <GrowingField
                id={keyPointIdOf(point.key)}
                label={t('editor.keyPointOf', { point: place + 1, number })}
                maxLength={KEY_POINT_MAXIMUM_LENGTH}
                value={point.text}
                onChange={(text) =>
                  edit('text', key, changeKeyPoint(key, point.key, text), `${point.key}.text`)
                }
                onEnter={() => {
                  const next = keyPoints[place + 1];
                  if (next !== undefined) focus(keyPointIdOf(next.key));
                  else if (canAdd) add();
                }}
              />
            </div>
            <IconButton
              icon={IconX}
              size={32}
              mt={3}
              label={t('editor.removeKeyPoint', { point: place + 1, number })}
              onClick={() => remove(point.key)}
            />
          </div>
        ))}
        {canAdd && (
          <Group gap="4px 8px" align="stretch" mt={4} ms={-8}>
            <Button
              id={addKeyPointIdOf(key)}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={t('editor.addKeyPointTo', { number })}
              onClick={add}
            >
              {t('editor.addKeyPoint')}
            </Button>
          </Group>
        )}
      </fieldset>
      <GrowingField
        label={t('quizzes.rubric')}
        labelMore={t('editor.ofQuestion', { number })}
        maxLength={EDITED_RUBRIC_MAXIMUM_LENGTH}
        value={question.rubric}
        onChange={(rubric) => edit('text', key, changeQuestion(key, { rubric }), `${key}.rubric`)}
      />
    </>
  );
}

/** Underlining nearly the whole text would not help. */
const MOST_OF_TEXT = 0.7;

/**
 * A copy of the field's text with the faulty words underlined, since a field cannot underline its own text. Hidden from
 * screen readers, because the flaws below name the words.
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

/** The fields of one question, each with the flaws found in it. */
export function QuestionFields({
  question,
  number,
  finding,
  placed,
  kindred = NO_TERMS,
  outcomes,
  edit,
  focus,
}: QuestionPart & {
  finding: Finding | undefined;
  placed: PlacedFlaws;
  /** Terms that one click adds as wrong answers. */
  kindred?: readonly string[] | undefined;
  outcomes: Course['outcomes'];
}) {
  const { t } = useTranslation();
  const { key } = question;
  return (
    <Stack gap={18} miw={0}>
      <GrowingField
        id={stemIdOf(key)}
        label={t('editor.stem')}
        labelMore={t('editor.ofQuestion', { number })}
        className={classes.stemInput}
        maxLength={EDITED_STEM_MAXIMUM_LENGTH}
        notes={
          placed.stem.length > 0 && (
            <>
              <FaultyWords text={wordsOfStem(question.text)} flaws={listOpenFlaws(question, placed.stem)} />
              <EditorFlaws flaws={placed.stem} question={question} edit={edit} focus={focus} />
            </>
          )
        }
        value={question.text}
        onChange={(text) => edit('text', key, changeQuestion(key, { text }), `${key}.text`)}
      />
      <StemPreview stem={question.text} className={classes.previewed} />
      {question.type === 'multiple_choice' ? (
        <OptionRows
          question={question}
          number={number}
          placed={placed}
          kindred={kindred}
          edit={edit}
          focus={focus}
        />
      ) : (
        !question.isCandidate && <EssayFields question={question} number={number} edit={edit} focus={focus} />
      )}
      <GrowingField
        label={t('editor.explanation')}
        labelMore={t('editor.ofQuestion', { number })}
        maxLength={EDITED_EXPLANATION_MAXIMUM_LENGTH}
        value={question.explanation}
        onChange={(explanation) =>
          edit('text', key, changeQuestion(key, { explanation }), `${key}.explanation`)
        }
      />
      <QuestionDetails
        question={question}
        number={number}
        finding={finding}
        outcomes={outcomes}
        edit={edit}
      />
    </Stack>
  );
}
