import { Button, Checkbox, Input, SegmentedControl, TextInput } from '@mantine/core';
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import { ANSWER_STYLES, QUESTION_COUNT_MAXIMUM, QUESTION_COUNT_MINIMUM } from '#contract/question-kinds.ts';
import type { GenerateQuestionsRequest } from '#contract/quizzes.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { ModelNote } from '#web/ui/connect-model-hint.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { BankForQuiz } from './bank/bank-for-quiz.tsx';
import { listInvalidFields, toGenerateRequest, type QuizFormValues } from './quiz-form-values.ts';
import { LessonFields, NotReadyWarning } from './quiz-lesson-fields.tsx';
import { AssistantOptions, MoreOptions } from './quiz-options.tsx';
import { QuizProgress } from './quiz-progress.tsx';
import classes from './quizzes.module.css';

/** What a quiz is made from. The assistant's form offers other choices than the quiz page's (docs/product.md, “AI Assistant”). */
export function QuizForm({
  variant,
  values: typed,
  isGenerating,
  error,
  submitId,
  secondaryAction,
  onChange,
  onGenerate,
}: {
  variant: 'page' | 'assistant';
  values: QuizFormValues;
  isGenerating: boolean;
  /** Why the last generation failed; null when it did not. */
  error: unknown;
  /** The id of the button, to return the focus to it. */
  submitId: string;
  secondaryAction?: ReactNode;
  onChange: (values: QuizFormValues) => void;
  onGenerate: (request: GenerateQuestionsRequest) => void;
}) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const styleId = useId();
  const [wasTried, setWasTried] = useState(false);
  const courses = useCourseList();
  const lessons = useLessonsOfCourse(typed.courseId);
  const course = courses.data?.find(({ id }) => id === typed.courseId);
  const lesson = lessons.data?.find(({ id }) => id === typed.lessonId);
  // The address or a draft can refer to a course or lesson that has since been deleted or moved.
  const isGone = lessons.data !== undefined && lesson === undefined;
  const values = isGone ? { ...typed, lessonId: null, passages: undefined } : typed;
  const isNotReady = lesson !== undefined && lesson.document_source_id === null;
  const invalid = listInvalidFields(values);
  const errorAt = (field: 'course' | 'lesson' | 'count'): string | undefined =>
    wasTried && invalid.includes(field) ? t(`quizzes.invalid.${field}`) : undefined;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // In React's tree the dialog's form is inside another form, although not in the DOM.
    event.stopPropagation();
    setWasTried(true);
    const request = toGenerateRequest(values);
    if (invalid.length > 0 || request === undefined) {
      form.current?.querySelector<HTMLElement>(`[data-field="${invalid[0] ?? ''}"]`)?.focus();
    } else onGenerate(request);
  };
  return (
    <form
      ref={form}
      className={classes.form}
      data-compact={variant === 'assistant' || undefined}
      noValidate
      onSubmit={submit}
      aria-label={t('quizzes.title')}
    >
      <TextInput
        label={t('quizzes.name')}
        description={t('quizzes.nameHint')}
        dir="auto"
        maxLength={300}
        value={values.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...values, name: value })}
      />
      <div className={classes.pair}>
        <LessonFields
          values={values}
          courses={courses}
          lessons={lessons}
          courseError={errorAt('course')}
          lessonError={errorAt('lesson')}
          onChange={onChange}
        />
      </div>
      {isNotReady && <NotReadyWarning lesson={lesson} />}
      <ModelNote place="quiz" canDismiss={false} />
      {values.passages !== undefined && (
        <Checkbox
          size="sm"
          label={t('quizzes.onlyAnswer')}
          checked={values.passages.isOn}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...values, passages: { ids: values.passages?.ids ?? [], isOn: checked } })
          }
        />
      )}
      <div className={classes.pair}>
        <Input.Wrapper label={t('quizzes.answerStyle')} labelElement="div" labelProps={{ id: styleId }}>
          <SegmentedControl
            fullWidth
            aria-labelledby={styleId}
            value={values.answerStyle}
            data={ANSWER_STYLES.map((value) => ({ value, label: t(`quizzes.styles.${value}`) }))}
            onChange={(answerStyle) => onChange({ ...values, answerStyle })}
          />
        </Input.Wrapper>
        <TextInput
          dir="auto"
          type="number"
          label={t('quizzes.count')}
          required
          min={QUESTION_COUNT_MINIMUM}
          max={QUESTION_COUNT_MAXIMUM}
          data-field="count"
          value={values.count}
          error={errorAt('count')}
          onChange={({ currentTarget: { value, valueAsNumber } }) =>
            onChange({ ...values, count: value === '' ? value : valueAsNumber })
          }
        />
      </div>
      {variant === 'page' ? (
        <MoreOptions values={values} course={course} onChange={onChange} />
      ) : (
        <AssistantOptions values={values} course={course} onChange={onChange} />
      )}
      {lesson !== undefined && !isNotReady && (
        <BankForQuiz lessonId={lesson.id} choices={toGenerateRequest(values)} />
      )}
      {error !== null && (
        <Failure message={explainFailure(t, error, t('quizzes.generateFailed'))} error={error} />
      )}
      <div className={classes.formActions}>
        {secondaryAction}
        <Button id={submitId} type="submit" disabled={isNotReady || isGenerating}>
          {isGenerating ? t('quizzes.generating') : t('quizzes.generate')}
        </Button>
      </div>
      {isGenerating && values.lessonId !== null && <QuizProgress lessonId={values.lessonId} />}
    </form>
  );
}
