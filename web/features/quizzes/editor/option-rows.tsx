import { Button, Group, Radio, Text } from '@mantine/core';
import { IconArrowsSort, IconPlus, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import {
  addOption,
  addWrongAnswer,
  changeOptionText,
  markKey,
  moveOption,
  removeOption,
  sortOptions,
} from './change-questions.ts';
import { addOptionIdOf, optionIdOf } from './editor-ids.ts';
import {
  EDITED_OPTION_MAXIMUM_LENGTH,
  EDITED_OPTIONS_MAXIMUM,
  PUBLISHED_OPTIONS_MINIMUM,
} from '#contract/question-kinds.ts';
import { makeKey } from './editor-question.ts';
import { EditorFlaws } from './editor-flaws.tsx';
import { GrowingField } from './growing-field.tsx';
import type { PlacedFlaws } from './place-flaws.ts';
import type { QuestionPart } from './use-question-editing.ts';
import classes from './editor.module.css';

/** The options: which is the key, what each says, more of them or fewer. */
export function OptionRows({
  question,
  number,
  placed,
  kindred,
  edit,
  focus,
}: QuestionPart & {
  placed: PlacedFlaws;
  /** Terms to offer as wrong answers. */
  kindred: readonly string[];
}) {
  const { t } = useTranslation();
  const { key, options } = question;
  const canTake =
    options.length < EDITED_OPTIONS_MAXIMUM ||
    options.some(({ text, isCorrect }) => !isCorrect && text.trim() === '');
  const offered = canTake ? kindred.filter((term) => options.every(({ text }) => text !== term)) : [];
  const canAdd = options.length < EDITED_OPTIONS_MAXIMUM;
  const add = (): void => {
    const optionKey = makeKey();
    edit('options', key, addOption(key, optionKey));
    focus(optionIdOf(optionKey));
  };
  const remove = (optionKey: string): void => {
    const place = options.findIndex((option) => option.key === optionKey);
    const next = options[place + 1] ?? options[place - 1];
    edit('options', key, removeOption(key, optionKey));
    focus(next === undefined ? addOptionIdOf(key) : optionIdOf(next.key));
  };
  const goOn = (place: number): void => {
    const next = options[place + 1];
    if (next !== undefined) focus(optionIdOf(next.key));
    else if (canAdd) add();
  };
  const moveByKey = (event: KeyboardEvent, optionKey: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    // Without it, the question would move as well.
    event.stopPropagation();
    edit('options', key, moveOption(key, optionKey, event.key === 'ArrowUp' ? -1 : 1));
    focus(optionIdOf(optionKey));
  };
  return (
    <fieldset className={classes.options}>
      <legend className={classes.legend}>
        {t('editor.options')}
        <Text component="span" size="xs" c="dimmed" fw={400}>
          {' '}
          {t('editor.optionsHint')}
        </Text>
      </legend>
      {options.map((option, place) => {
        const flaws = placed.byOption.get(option.key) ?? [];
        return (
          <div
            key={option.key}
            className={classes.option}
            data-correct={option.isCorrect || undefined}
            onKeyDown={(event) => moveByKey(event, option.key)}
          >
            <Radio
              className={classes.keyMark}
              size="sm"
              color="green"
              name={`key-${key}`}
              checked={option.isCorrect}
              aria-label={t('editor.isCorrect', { option: place + 1, number })}
              onChange={() => edit('key', key, markKey(key, option.key))}
            />
            <div className={classes.optionText}>
              <GrowingField
                id={optionIdOf(option.key)}
                label={t('editor.optionOf', { option: place + 1, number })}
                placeholder={t(option.isCorrect ? 'editor.rightAnswer' : 'editor.wrongAnswer')}
                maxLength={EDITED_OPTION_MAXIMUM_LENGTH}
                notes={
                  flaws.length > 0 && (
                    <EditorFlaws flaws={flaws} question={question} edit={edit} focus={focus} />
                  )
                }
                value={option.text}
                onChange={(text) =>
                  edit('text', key, changeOptionText(key, option.key, text), `${option.key}.text`)
                }
                onEnter={() => goOn(place)}
              />
            </div>
            <IconButton
              icon={IconX}
              size={32}
              mt={3}
              label={t('editor.removeOption', { option: place + 1, number })}
              isInactive={options.length <= PUBLISHED_OPTIONS_MINIMUM}
              onClick={() => remove(option.key)}
            />
          </div>
        );
      })}
      <EditorFlaws flaws={placed.options} question={question} edit={edit} focus={focus} />
      <Group gap="4px 8px" align="stretch" mt={4} ms={-8}>
        {canAdd && (
          <Button
            id={addOptionIdOf(key)}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={t('editor.addOptionTo', { number })}
            onClick={add}
          >
            {t('editor.addOption')}
          </Button>
        )}
        {placed.options.some(({ code }) => code === 'lost_sequence') && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowsSort size={16} aria-hidden />}
            onClick={() => edit('options', key, sortOptions(key))}
          >
            {t('editor.sortOptions')}
          </Button>
        )}
      </Group>
      {offered.length > 0 && (
        <Group gap={8} mt={4} role="group" aria-label={t('editor.kindredOf', { number })}>
          <Text size="sm" c="dimmed" component="span">
            {t('editor.kindred')}
          </Text>
          {offered.map((term) => (
            <Button
              key={term}
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-label={t('editor.addWrongAnswer', { term })}
              onClick={() => edit('options', key, addWrongAnswer(key, term))}
            >
              <bdi>{term}</bdi>
            </Button>
          ))}
        </Group>
      )}
    </fieldset>
  );
}
