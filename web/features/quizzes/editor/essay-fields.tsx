import { Button, Group } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { addKeyPoint, changeKeyPoint, changeQuestion, removeKeyPoint } from './change-questions.ts';
import { addKeyPointIdOf, keyPointIdOf } from './editor-ids.ts';
import {
  KEY_POINT_MAXIMUM_LENGTH,
  KEY_POINTS_MAXIMUM,
  EDITED_RUBRIC_MAXIMUM_LENGTH,
} from '#contract/question-kinds.ts';
import { makeKey } from './editor-question.ts';
import { GrowingField } from './growing-field.tsx';
import type { QuestionPart } from './use-question-editing.ts';
import classes from './editor.module.css';

/** What a good essay holds, and how it is marked. */
export function EssayFields({ question, number, edit, focus }: QuestionPart) {
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
