import { Alert, Button, Checkbox, SegmentedControl, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  countMinutes,
  countQuestions,
  EXAM_LESSONS_MAXIMUM,
  EXAM_NAME_MAXIMUM_LENGTH,
  EXAM_QUESTIONS_MAXIMUM,
  EXAM_VERSIONS,
} from '#contract/exam-cells.ts';
import type { ExamPlan } from '#contract/exams.ts';
import { ANSWER_STYLES, type AnswerStyle } from '#contract/question-kinds.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatNumber } from '#web/ui/format.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { BlueprintTable } from './blueprint-table.tsx';
import { withLesson } from './change-blueprint.ts';
import { ExamResult, RESULT_ID } from './exam-result.tsx';
import { useCreateExam } from './exams.queries.ts';
import { MissingQuestions } from './missing-questions.tsx';
import { useBlueprint, type BlueprintEditing } from './use-blueprint.ts';
import classes from './exam.module.css';

/** An exam over several lessons: what it asks, what is missing for that, and its parallel versions. */
export function ExamScreen({ courseId, plan }: { courseId: number; plan: ExamPlan }) {
  const { t } = useTranslation();
  const editing = useBlueprint(courseId, plan);
  const { blueprint, change, save } = editing;
  const create = useCreateExam(courseId);
  const focus = useFocusRequest();
  const [style, setStyle] = useState<AnswerStyle>('multiple_choice');
  const countOf = (each: AnswerStyle): number =>
    countQuestions(blueprint.cells.filter((cell) => cell.answer_style === each));
  return (
    <div className={classes.screen}>
      <div>
        <Button
          component={Link}
          to={paths.course(courseId)}
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.back}
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
        >
          {t('exam.back')}
        </Button>
        <PageTitle>{t('exam.title')}</PageTitle>
        <Text c="dimmed" maw={640}>
          {t('exam.intro')}
        </Text>
      </div>
      <section className={classes.card} aria-labelledby="exam-basics">
        <h2 id="exam-basics">{t('exam.basics')}</h2>
        <TextInput
          label={t('exam.name')}
          dir="auto"
          maxLength={EXAM_NAME_MAXIMUM_LENGTH}
          value={blueprint.name}
          onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, name: value }))}
        />
        <div>
          <Text size="sm" fw={500} id="exam-versions" mb={4}>
            {t('exam.versions')}
          </Text>
          <SegmentedControl
            aria-labelledby="exam-versions"
            value={String(blueprint.version_count)}
            data={EXAM_VERSIONS.map((_, index) => ({
              value: String(index + 1),
              label: index === 0 ? t('exam.oneVersion') : EXAM_VERSIONS.slice(0, index + 1).join(', '),
            }))}
            onChange={(value) => change((before) => ({ ...before, version_count: Number(value) }))}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {t('exam.versionsHelp')}
          </Text>
        </div>
        <Lessons plan={plan} editing={editing} />
      </section>
      <section className={classes.card} aria-labelledby="exam-table">
        <h2 id="exam-table">{t('exam.table')}</h2>
        <Text size="sm">{t('exam.tableHelp')}</Text>
        {plan.is_matching && (
          <Text size="sm" role="status">
            {t('exam.matching')}
          </Text>
        )}
        <SegmentedControl
          className={classes.styles}
          aria-label={t('quizzes.answerStyle')}
          value={style}
          data={ANSWER_STYLES.map((each) => ({
            value: each,
            label: `${t(`quizzes.styles.${each}`)} (${countOf(each)})`,
          }))}
          onChange={setStyle}
        />
        <BlueprintTable key={style} plan={plan} editing={editing} style={style} />
      </section>
      <MissingQuestions courseId={courseId} plan={plan} />
      <Totals plan={plan} editing={editing} create={create} onCreated={() => focus(RESULT_ID)} />
      {save.isError && (
        <Failure
          message={t('exam.saveFailed', { error: explainFailure(t, save.error) })}
          error={save.error}
          onRetry={editing.saveAgain}
          isRetrying={save.isPending}
        />
      )}
      {create.isError && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {t('exam.createFailed', { error: explainFailure(t, create.error) })}
        </Alert>
      )}
      {create.data !== undefined && <ExamResult exam={create.data} />}
    </div>
  );
}

function Lessons({ plan, editing: { blueprint, change } }: { plan: ExamPlan; editing: BlueprintEditing }) {
  const { t } = useTranslation();
  if (plan.lessons.length === 0) return <Text size="sm">{t('exam.noLessons')}</Text>;
  const isFull = blueprint.lesson_ids.length >= EXAM_LESSONS_MAXIMUM;
  return (
    <fieldset className={classes.lessons}>
      <legend>{t('exam.lessons')}</legend>
      {plan.lessons.map((lesson) => {
        const isChosen = blueprint.lesson_ids.includes(lesson.id);
        const isWorking = lesson.status === 'preparing' || lesson.status === 'waiting';
        return (
          <Checkbox
            key={lesson.id}
            label={<bdi>{lesson.title}</bdi>}
            description={
              lesson.has_text
                ? [
                    t('exam.ready', { count: lesson.ready_count }),
                    ...(isWorking ? [t('exam.generating')] : []),
                  ].join(' · ')
                : t('exam.withoutText')
            }
            checked={isChosen}
            disabled={isFull && !isChosen}
            onChange={({ currentTarget: { checked } }) =>
              change((before) => withLesson(before, lesson.id, checked))
            }
          />
        );
      })}
    </fieldset>
  );
}

/** How long the exam is, what is missing, and the button. */
function Totals({
  plan,
  editing: { blueprint, isPlanned, save, noteSaved },
  create,
  onCreated,
}: {
  plan: ExamPlan;
  editing: BlueprintEditing;
  create: ReturnType<typeof useCreateExam>;
  onCreated: () => void;
}) {
  const { t, i18n } = useTranslation();
  const count = countQuestions(blueprint.cells);
  const drawn = plan.cells.reduce((sum, cell) => sum + cell.drawn_count, 0);
  const isTooLong = count > EXAM_QUESTIONS_MAXIMUM;
  const missing = isPlanned ? count - drawn : 0;
  const shared = Math.max(0, ...plan.versions.map((version) => version.shared_count));
  const facts = [
    t('exam.questionCount', { count }),
    t('exam.minutes', { minutes: formatNumber(countMinutes(blueprint), i18n.language) }),
    isTooLong
      ? t('exam.tooLong', { maximum: EXAM_QUESTIONS_MAXIMUM })
      : !isPlanned
        ? save.isError
          ? ''
          : t('exam.planning')
        : missing > 0
          ? t('exam.missingInAll', { count: missing })
          : count > 0
            ? t('exam.complete')
            : '',
    isPlanned && shared > 0 ? t('exam.sharedInAll', { count: shared }) : '',
  ].filter((fact) => fact !== '');
  const canCreate = isPlanned && drawn > 0 && blueprint.name.trim() !== '' && !create.isPending;
  return (
    <div className={classes.totals}>
      <Text size="sm" fw={500} className={classes.facts}>
        {facts.join(' · ')}
      </Text>
      <VisuallyHidden role="status">{isPlanned && count > 0 ? facts.join('. ') : ''}</VisuallyHidden>
      <Button
        loading={create.isPending}
        aria-disabled={!canCreate}
        data-disabled={!canCreate || undefined}
        onClick={() => {
          if (!canCreate) return;
          create.mutate(blueprint, {
            onSuccess: () => {
              noteSaved(blueprint);
              onCreated();
            },
          });
        }}
      >
        {missing > 0 && drawn > 0 ? t('exam.createWith', { count: drawn }) : t('exam.create')}
      </Button>
    </div>
  );
}
