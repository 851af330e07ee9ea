import { ActionIcon, Button, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAXIMUM_OUTCOMES, OUTCOME_SHORT_NAME_MAXIMUM_LENGTH } from '#contract/courses.ts';
import type { FieldTexts } from '#web/ui/form-fields.ts';
import { wordFieldText } from '#web/ui/word-message.ts';
import classes from './course-form.module.css';
import { isHalfFilled, TOO_MANY_OUTCOMES, type CourseForm } from './read-course-form.ts';

type Rows = CourseForm['outcomes'];

/** The outcomes of a course: a short name and a description each, ten at most. */
export function OutcomeRows({
  rows,
  errors,
  onChange,
  onTooMany,
}: {
  rows: Rows;
  errors: FieldTexts;
  /** @param field the dotted path of what changed */
  onChange: (field: string, rows: Rows) => void;
  /** Receives the message when an eleventh is added, and `undefined` when there is room again. */
  onTooMany: (message: string | undefined) => void;
}) {
  const { t } = useTranslation();
  // Rows that the user adds take the focus.
  const [wasAdded, setWasAdded] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    setWasAdded(true);
    if (rows.length >= MAXIMUM_OUTCOMES) onTooMany(wordFieldText(t, TOO_MANY_OUTCOMES));
    else onChange(`outcomes.${rows.length}`, [...rows, { short_name: '', description: '' }]);
  };
  return (
    <fieldset className={classes.outcomes}>
      <legend className={classes.legend}>{t('courses.outcomes')}</legend>
      <Text size="sm" c="dimmed">
        {t('courses.outcomesHint')}
      </Text>
      {rows.map((row, index) => {
        const number = index + 1;
        const change = (field: keyof typeof row, value: string): void =>
          onChange(`outcomes.${index}.${field}`, rows.with(index, { ...row, [field]: value }));
        return (
          <div
            key={index}
            className={classes.outcome}
            role="group"
            aria-label={t('courses.outcome', { number })}
          >
            <TextInput
              name={`outcomes.${index}.short_name`}
              autoFocus={wasAdded}
              dir="auto"
              aria-label={t('courses.shortName')}
              placeholder={t('courses.shortName')}
              maxLength={OUTCOME_SHORT_NAME_MAXIMUM_LENGTH}
              error={errors[`outcomes.${index}.short_name`]}
              value={row.short_name}
              onChange={({ currentTarget }) => change('short_name', currentTarget.value)}
            />
            <Textarea
              name={`outcomes.${index}.description`}
              autosize
              minRows={1}
              maxRows={8}
              aria-label={t('courses.outcomeDescription')}
              placeholder={t('courses.outcomeDescription')}
              dir="auto"
              className={classes.outcomeDescription}
              error={errors[`outcomes.${index}.description`]}
              description={isHalfFilled(row) ? t('courses.halfFilled') : undefined}
              inputWrapperOrder={['input', 'description', 'error']}
              value={row.description}
              onChange={({ currentTarget }) => change('description', currentTarget.value)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('courses.removeOutcome', { number })}
              onClick={() => {
                onChange('outcomes', rows.toSpliced(index, 1));
                onTooMany(undefined);
                // In any other row, the button of the next one has the focus.
                if (number === rows.length) addButton.current?.focus();
              }}
            >
              <IconTrash size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <div>
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {t('courses.addOutcome')}
        </Button>
      </div>
    </fieldset>
  );
}
