import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedClassList } from '#contract/class-lists.ts';
import {
  DRAW_SOURCES,
  FEEDBACK_CONTENTS,
  FEEDBACK_TIMES,
  LESSON_ACCESSES,
  STUDENT_IDENTITIES,
  type ChangeSharedQuizRequest,
  type SharedQuiz,
} from '#contract/shared-quizzes.ts';
import { useTypedFields } from '#web/ui/typed-values.ts';
import { Choice } from './sharing/choice.tsx';
import { ClassListField } from './sharing/class-list-field.tsx';

/** `datetime-local` reads and shows the time of this device. */
function toLocal(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
const toNumber = (value: string): number | null => (value === '' ? null : Number(value));
const toTime = (value: string): string | null => (value === '' ? null : new Date(value).toISOString());

export function ShareSettings({
  quiz: { id, settings },
  isSaving,
  isSaved,
  onSave,
  onImport,
  onRenewed,
}: {
  quiz: SharedQuiz;
  isSaving: boolean;
  isSaved: boolean;
  onSave: (change: ChangeSharedQuizRequest) => void;
  onImport: () => void;
  onRenewed: (list: CreatedClassList) => void;
}) {
  const { t } = useTranslation();
  const form = useTypedFields(`shared-quiz:${id}`);
  const [identity, setIdentity] = useState(settings.student_identity);
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = fields.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const choose = <Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined =>
      choices.find((choice) => choice === read(name));
    onSave({
      time_limit_minutes: toNumber(read('time_limit_minutes')),
      attempts_allowed: toNumber(read('attempts_allowed')),
      draw_count: toNumber(read('draw_count')),
      draw_from: choose('draw_from', DRAW_SOURCES),
      opens_at: toTime(read('opens_at')),
      closes_at: toTime(read('closes_at')),
      passcode: read('passcode') === '' ? null : read('passcode'),
      student_identity: identity,
      ...(identity === 'class_list' ? { class_list_id: toNumber(read('class_list_id')) } : {}),
      feedback_content: choose('feedback_content', FEEDBACK_CONTENTS),
      feedback_time: choose('feedback_time', FEEDBACK_TIMES),
      lesson_access: choose('lesson_access', LESSON_ACCESSES),
      shuffle_questions: fields.has('shuffle_questions'),
      shuffle_options: fields.has('shuffle_options'),
    });
  };
  return (
    <details>
      <summary>{t('sharing.settings')}</summary>
      <form ref={form} onSubmit={save}>
        <Stack gap="sm" mt="sm">
          {(
            [
              ['time_limit_minutes', t('sharing.timeLimit'), settings.time_limit_minutes, 1_440],
              ['attempts_allowed', t('sharing.attempts'), settings.attempts_allowed, 20],
              ['draw_count', t('sharing.draw'), settings.draw_count, 100],
            ] as const
          ).map(([name, label, value, maximum]) => (
            <TextInput
              key={name}
              type="number"
              name={name}
              label={label}
              min={1}
              max={maximum}
              defaultValue={value ?? ''}
            />
          ))}
          <Choice
            name="draw_from"
            label={t('sharing.drawFrom')}
            value={settings.draw_from}
            options={DRAW_SOURCES.map((value) => [value, t(`sharing.drawSources.${value}`)])}
          />
          <TextInput
            type="datetime-local"
            name="opens_at"
            label={t('sharing.opensAt')}
            defaultValue={toLocal(settings.opens_at)}
          />
          <TextInput
            type="datetime-local"
            name="closes_at"
            label={t('sharing.closesAt')}
            defaultValue={toLocal(settings.closes_at)}
          />
          <TextInput
            name="passcode"
            label={t('sharing.passcode')}
            maxLength={40}
            autoComplete="off"
            defaultValue={settings.passcode ?? ''}
          />
          <Choice
            name="student_identity"
            label={t('sharing.identity')}
            value={settings.student_identity}
            options={STUDENT_IDENTITIES.map((value) => [value, t(`sharing.identities.${value}`)])}
            onChoose={(value) => setIdentity(STUDENT_IDENTITIES.find((each) => each === value) ?? identity)}
          />
          {identity === 'class_list' && (
            <ClassListField classListId={settings.class_list_id} onImport={onImport} onRenewed={onRenewed} />
          )}
          <Choice
            name="feedback_content"
            label={t('sharing.content')}
            value={settings.feedback_content}
            options={FEEDBACK_CONTENTS.map((value) => [value, t(`sharing.contents.${value}`)])}
          />
          <Choice
            name="feedback_time"
            label={t('sharing.when')}
            value={settings.feedback_time}
            options={FEEDBACK_TIMES.map((value) => [value, t(`sharing.times.${value}`)])}
          />
          <Choice
            name="lesson_access"
            label={t('sharing.access')}
            value={settings.lesson_access}
            options={LESSON_ACCESSES.map((value) => [value, t(`sharing.accesses.${value}`)])}
          />
          <Checkbox
            name="shuffle_questions"
            label={t('sharing.shuffleQuestions')}
            defaultChecked={settings.shuffle_questions}
          />
          <Checkbox
            name="shuffle_options"
            label={t('sharing.shuffleOptions')}
            defaultChecked={settings.shuffle_options}
          />
          <Group>
            <Button type="submit" loading={isSaving}>
              {t('sharing.save')}
            </Button>
            <Text role="status" size="sm">
              {isSaved && t('sharing.saved')}
            </Text>
          </Group>
        </Stack>
      </form>
    </details>
  );
}
