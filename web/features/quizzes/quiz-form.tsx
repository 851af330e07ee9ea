import { Button, Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerateQuestionsRequest } from '../../../contract/quizzes.ts';
import { useCourseList, useLessonsOfCourse } from '../../api-client/course-list.queries.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { ANSWER_STYLES, COUNT_MAXIMUM, COUNT_MINIMUM } from './quiz-choices.ts';
import { listInvalidFields, toGenerateRequest, type QuizFormValues } from './quiz-form-values.ts';
import { LessonFields, NotReadyWarning } from './quiz-lesson-fields.tsx';
import { AssistantOptions, MoreOptions } from './quiz-options.tsx';
import { QuizProgress } from './quiz-progress.tsx';
import classes from './quizzes.module.css';

/** Draws which questions of a lesson are ready, and how many of them fit the choices; a feature of its own. */
export type DrawReadyQuestions = (lessonId: number, choices: QuizFormValues) => ReactNode;

/** What a quiz is made from. The assistant's form offers other choices than the quiz page's (specification, section 2). */
export function QuizForm({
  variant,
  values,
  isGenerating,
  error,
  submitId,
  secondaryAction,
  drawReady,
  onChange,
  onGenerate,
}: {
  variant: 'page' | 'assistant';
  values: QuizFormValues;
  isGenerating: boolean;
  /** Why the last generation failed; null when it did not. */
  error: unknown;
  /** The id of the button, for whoever gives the focus back to it. */
  submitId: string;
  secondaryAction?: ReactNode;
  drawReady: DrawReadyQuestions;
  onChange: (values: QuizFormValues) => void;
  onGenerate: (request: GenerateQuestionsRequest) => void;
}) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const styleId = useId();
  const [wasTried, setWasTried] = useState(false);
  const courses = useCourseList();
  const lessons = useLessonsOfCourse(values.courseId);
  const course = courses.data?.find(({ id }) => id === values.courseId);
  const lesson = lessons.data?.find(({ id }) => id === values.lessonId);
  const isNotReady = lesson !== undefined && lesson.docsource_id === null;
  const invalid = listInvalidFields(values);
  const errorAt = (field: 'course' | 'lesson' | 'count'): string | undefined =>
    wasTried && invalid.includes(field) ? t(`quizzes.invalid.${field}`) : undefined;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // The form of a dialog lies inside others in React's tree, though not on the page.
    event.stopPropagation();
    setWasTried(true);
    const request = toGenerateRequest(values);
    if (invalid.length > 0 || request === undefined) {
      form.current?.querySelector<HTMLElement>(`[data-field="${invalid[0] ?? ''}"]`)?.focus();
    } else onGenerate(request);
  };
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit} aria-label={t('quizzes.title')}>
      <TextInput
        label={t('quizzes.name')}
        description={t('quizzes.nameHint')}
        dir="auto"
        maxLength={300}
        value={values.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...values, name: value })}
      />
      <LessonFields
        values={values}
        courses={courses}
        lessons={lessons}
        courseError={errorAt('course')}
        lessonError={errorAt('lesson')}
        onChange={onChange}
      />
      {isNotReady && <NotReadyWarning lesson={lesson} />}
      {lesson !== undefined && !isNotReady && drawReady(lesson.id, values)}
      <div className={classes.pair}>
        <Input.Wrapper label={t('quizzes.answerStyle')} labelElement="div" labelProps={{ id: styleId }}>
          <SegmentedControl
            fullWidth
            mt={4}
            aria-labelledby={styleId}
            value={values.answerStyle}
            data={ANSWER_STYLES.map((value) => ({ value, label: t(`quizzes.styles.${value}`) }))}
            onChange={(answerStyle) => onChange({ ...values, answerStyle })}
          />
        </Input.Wrapper>
        <NumberInput
          label={t('quizzes.count')}
          required
          min={COUNT_MINIMUM}
          max={COUNT_MAXIMUM}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          data-field="count"
          value={values.count}
          error={errorAt('count')}
          onChange={(count) => onChange({ ...values, count })}
        />
      </div>
      {variant === 'page' ? (
        <MoreOptions values={values} course={course} onChange={onChange} />
      ) : (
        <AssistantOptions values={values} course={course} onChange={onChange} />
      )}
      {error !== null && (
        <Failure message={explainServiceError(error, t('quizzes.generateFailed'))} error={error} />
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
