import { ActionIcon, Button, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { wordFieldText } from '#web/ui/word-message.ts';
import { MAXIMUM_OUTCOMES, OUTCOME_SHORT_NAME_MAXIMUM_LENGTH } from '#contract/courses.ts';
import classes from './course-form.module.css';
import { isHalfFilled, TOO_MANY_OUTCOMES, type CourseForm } from './read-course-form.ts';

/** The outcomes of a course: a short name and a description each, ten at most. */
export function OutcomeRows({
  form,
  onTooMany,
}: {
  form: UseFormReturn<CourseForm>;
  /** Receives the message when an eleventh is added, and `undefined` when there is room again. */
  onTooMany: (message: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'outcomes' });
  const rows = useWatch({ control: form.control, name: 'outcomes' });
  const { errors } = form.formState;
  const add = (): void => {
    if (fields.length >= MAXIMUM_OUTCOMES) onTooMany(wordFieldText(t, TOO_MANY_OUTCOMES));
    else append({ short_name: '', description: '' });
  };
  return (
    <fieldset className={classes.outcomes}>
      <legend className={classes.legend}>{t('courses.outcomes')}</legend>
      <Text size="sm" c="dimmed">
        {t('courses.outcomesHint')}
      </Text>
      {fields.map((field, index) => {
        const row = rows[index];
        const number = index + 1;
        return (
          <div
            key={field.id}
            className={classes.outcome}
            role="group"
            aria-label={t('courses.outcome', { number })}
          >
            <TextInput
              dir="auto"
              aria-label={t('courses.shortName')}
              placeholder={t('courses.shortName')}
              maxLength={OUTCOME_SHORT_NAME_MAXIMUM_LENGTH}
              error={errors.outcomes?.[index]?.short_name?.message}
              {...form.register(`outcomes.${index}.short_name`)}
            />
            <Textarea
              autosize
              minRows={1}
              maxRows={8}
              aria-label={t('courses.outcomeDescription')}
              placeholder={t('courses.outcomeDescription')}
              dir="auto"
              className={classes.outcomeDescription}
              error={errors.outcomes?.[index]?.description?.message}
              description={row !== undefined && isHalfFilled(row) ? t('courses.halfFilled') : undefined}
              inputWrapperOrder={['input', 'description', 'error']}
              {...form.register(`outcomes.${index}.description`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('courses.removeOutcome', { number })}
              onClick={() => {
                remove(index);
                onTooMany(undefined);
              }}
            >
              <IconTrash size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <div>
        <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {t('courses.addOutcome')}
        </Button>
      </div>
    </fieldset>
  );
}
