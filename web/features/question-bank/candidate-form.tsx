import { ActionIcon, Button, Group, Radio, Text, Textarea } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import type { BankCandidate } from '#contract/question-bank.ts';
import { Failure } from '#web/ui/failure.tsx';
import { StemPreview } from '#web/ui/stem-view.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import {
  ANSWER_MAXIMUM_LENGTH,
  ANSWERS_MAXIMUM,
  ANSWERS_MINIMUM,
  EXPLANATION_MAXIMUM_LENGTH,
  listProblems,
  STEM_MAXIMUM_LENGTH,
  toEditRequest,
  toValues,
  withAddedAnswer,
  withAnswerText,
  withoutAnswer,
  withRightAnswer,
} from './candidate-values.ts';
import classes from './candidate-form.module.css';
import { useEditCandidate } from './question-bank.queries.ts';

/** A candidate being edited: its question, answers and explanation. */
export function CandidateForm({ candidate, onEnd }: { candidate: BankCandidate; onEnd: () => void }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [first] = useState(() => toValues(candidate));
  const [values, setValues] = useTyped(`candidate:${candidate.id}`, first);
  const [wasTried, setWasTried] = useState(false);
  const save = useEditCandidate(candidate.lesson_id);
  const focus = useFocusRequest();
  const problems = wasTried ? listProblems(values) : [];
  const stemProblem = problems.find(({ field }) => field === 'text');
  const keyProblem = problems.find(({ field }) => field === 'key');
  const hasAnswers = candidate.type === 'multiple_choice';
  const answerId = (key: number): string => `${id}-answer-${key}`;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setWasTried(true);
    const [problem] = listProblems(values);
    if (problem === undefined) {
      save.mutate({ id: candidate.id, body: toEditRequest(values) }, { onSuccess: onEnd });
      return;
    }
    const name = problem.field === 'answer' ? `answer-${problem.key}` : problem.field;
    form.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus();
  };
  const remove = (key: number): void => {
    const place = values.answers.findIndex((answer) => answer.key === key);
    const next = values.answers[place + 1] ?? values.answers[place - 1];
    setValues(withoutAnswer(values, key));
    if (next !== undefined) focus(answerId(next.key));
  };
  const add = (): void => {
    const changed = withAddedAnswer(values);
    setValues(changed);
    const added = changed.answers.at(-1);
    if (added !== undefined) focus(answerId(added.key));
  };
  return (
    <form ref={form} noValidate className={classes.form} aria-label={t('bank.editing')} onSubmit={submit}>
      <Textarea
        label={t('bank.question')}
        required
        autoFocus
        dir="auto"
        rows={2}
        maxLength={STEM_MAXIMUM_LENGTH}
        data-field="text"
        classNames={{ input: `${classes.growing ?? ''} ${classes.stem ?? ''}` }}
        value={values.text}
        error={stemProblem && t(`bank.problems.${stemProblem.problem}`)}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, text: value })}
      />
      <StemPreview stem={values.text} className={classes.previewed} />
      {hasAnswers && (
        <fieldset className={classes.answers}>
          <legend className={classes.legend}>
            {t('bank.answers')}{' '}
            <Text component="span" size="xs" c="dimmed" fw={400}>
              {t('bank.answersHint')}
            </Text>
          </legend>
          {values.answers.map(({ key, text, isRight }, place) => {
            const problem = problems.find((each) => each.field === 'answer' && each.key === key);
            return (
              <div key={key} className={classes.answer} data-right={isRight || undefined}>
                <Radio
                  // WCAG 2.2, 2.5.8: a target of at least 24 by 24.
                  size="md"
                  color="green"
                  name={`${id}-right`}
                  checked={isRight}
                  data-field={place === 0 ? 'key' : undefined}
                  aria-label={t('bank.rightAnswer', { number: place + 1 })}
                  onChange={() => setValues(withRightAnswer(values, key))}
                />
                <Textarea
                  id={answerId(key)}
                  aria-label={t('bank.answer', { number: place + 1 })}
                  dir="auto"
                  rows={1}
                  maxLength={ANSWER_MAXIMUM_LENGTH}
                  data-field={`answer-${key}`}
                  className={classes.answerText ?? ''}
                  classNames={{ input: classes.growing ?? '' }}
                  value={text}
                  error={problem && t(`bank.problems.${problem.problem}`)}
                  onChange={({ currentTarget: { value } }) => setValues(withAnswerText(values, key, value))}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('bank.removeAnswer', { number: place + 1 })}
                  disabled={values.answers.length <= ANSWERS_MINIMUM}
                  onClick={() => remove(key)}
                >
                  <IconX size={18} stroke={1.6} aria-hidden />
                </ActionIcon>
              </div>
            );
          })}
          {keyProblem !== undefined && (
            <Text size="xs" c="red" role="alert">
              {t(`bank.problems.${keyProblem.problem}`)}
            </Text>
          )}
          {values.answers.length < ANSWERS_MAXIMUM && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.add ?? ''}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={add}
            >
              {t('bank.addAnswer')}
            </Button>
          )}
        </fieldset>
      )}
      <Textarea
        label={t('bank.explanation')}
        dir="auto"
        rows={2}
        maxLength={EXPLANATION_MAXIMUM_LENGTH}
        classNames={{ input: classes.growing ?? '' }}
        value={values.explanation}
        onChange={({ currentTarget: { value } }) => setValues({ ...values, explanation: value })}
      />
      {save.isError && (
        <Failure
          message={t('bank.saveFailed', { error: explainFailure(t, save.error) })}
          error={save.error}
        />
      )}
      <Group gap="sm" justify="flex-end">
        <Button variant="default" onClick={onEnd}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
