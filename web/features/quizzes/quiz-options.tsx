import { Checkbox, Input, NativeSelect, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuestionBank } from '#web/api-client/question-bank.queries.ts';
import { useWriter } from '#web/api-client/writer.queries.ts';
import type { Course } from '#contract/courses.ts';
import { BLOOM_LEVELS, type BloomLevel } from '#contract/question-kinds.ts';
import { ASSISTANT_LEVELS, CRITERIA, DIFFICULTY_CHOICES, limitsOf } from './quiz-choices.ts';
import type { QuizFormValues } from './quiz-form-values.ts';
import classes from './quizzes.module.css';

interface OptionsProps {
  values: QuizFormValues;
  course: Course | undefined;
  onChange: (values: QuizFormValues) => void;
}

/** The quiz page's finer choices, folded away: the defaults suit most. */
export function MoreOptions(props: OptionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight
          size={18}
          aria-hidden
          className={classes.foldIcon}
          data-open={isOpen || undefined}
        />
        {t('quizzes.moreOptions')}
      </UnstyledButton>
      {/* Hidden around the stack: its own display would win over the attribute. */}
      <div id={id} hidden={!isOpen}>
        <Stack gap="md" mt="sm">
          <Levels {...props} levels={BLOOM_LEVELS} />
          <DifficultySelect {...props} />
          <Outcomes {...props} />
        </Stack>
      </div>
    </div>
  );
}

/** The choices of the assistant's form: what the questions are chosen by, and within which bounds. */
export function AssistantOptions(props: OptionsProps) {
  const { t } = useTranslation();
  const { values, course, onChange } = props;
  const id = useId();
  const lacksOutcomes = course?.outcomes.length === 0;
  return (
    <Stack gap={14}>
      <div className={classes.pair}>
        <Input.Wrapper
          label={t('quizzes.criteria')}
          labelElement="div"
          labelProps={{ id }}
          description={lacksOutcomes && t('quizzes.noOutcomes')}
          descriptionProps={{ mt: 5 }}
          inputWrapperOrder={['label', 'input', 'description']}
        >
          <SegmentedControl
            fullWidth
            aria-labelledby={id}
            value={values.criteria ?? 'levels'}
            data={CRITERIA.map((value) => ({
              value,
              label: t(`quizzes.criterion.${value}`),
              disabled: value === 'outcomes' && lacksOutcomes,
            }))}
            onChange={(criteria) => onChange({ ...values, criteria })}
          />
        </Input.Wrapper>
        <DifficultySelect {...props} />
      </div>
      <Levels {...props} levels={ASSISTANT_LEVELS} />
      {!lacksOutcomes && <Outcomes {...props} />}
    </Stack>
  );
}

/** Questions that a stronger model left in the bank can be chosen, whatever writes now. */
function useLimits({ answerStyle, lessonId }: QuizFormValues) {
  const { data: writer } = useWriter();
  const { data: bank } = useQuestionBank(lessonId);
  const limits = limitsOf(writer?.strength, answerStyle, bank?.candidates ?? []);
  // Without any model, a note above says so for all options.
  return { limits, isSmall: writer?.strength === 'small' };
}

function Levels({ values, onChange, levels }: OptionsProps & { levels: readonly BloomLevel[] }) {
  const { t } = useTranslation();
  const { limits, isSmall } = useLimits(values);
  return (
    <Checkbox.Group
      label={t('quizzes.cognitiveLevels')}
      description={t('quizzes.levelsHint')}
      value={[...values.levels]}
      onChange={(chosen) => onChange({ ...values, levels: levels.filter((level) => chosen.includes(level)) })}
    >
      <div className={classes.levels}>
        {levels.map((level) => (
          <Checkbox
            key={level}
            value={level}
            label={t(`quizzes.levels.${level}`)}
            size="sm"
            disabled={limits?.levels.includes(level) === false && !values.levels.includes(level)}
          />
        ))}
      </div>
      {isSmall && levels.some((level) => limits?.levels.includes(level) === false) && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('quizzes.otherLevelsNeedModel')}
        </Text>
      )}
    </Checkbox.Group>
  );
}

function DifficultySelect({ values, onChange }: OptionsProps) {
  const { t } = useTranslation();
  const { limits, isSmall } = useLimits(values);
  const isMissing = (value: string): boolean => limits?.difficulties.every((each) => each !== value) === true;
  return (
    <NativeSelect
      label={t('quizzes.difficulty')}
      description={isSmall && isMissing('hard') && t('quizzes.difficultyNeedsModel')}
      inputWrapperOrder={['label', 'input', 'description']}
      value={values.difficulty}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...values, difficulty: DIFFICULTY_CHOICES.find((each) => each === value) ?? 'mixed' })
      }
    >
      {DIFFICULTY_CHOICES.map((value) => (
        <option
          key={value}
          value={value}
          disabled={value !== 'mixed' && isMissing(value) && value !== values.difficulty}
        >
          {t(`quizzes.difficulties.${value}`)}
        </option>
      ))}
    </NativeSelect>
  );
}

function Outcomes({ values, course, onChange }: OptionsProps) {
  const { t } = useTranslation();
  if (course === undefined || course.outcomes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {course === undefined ? t('quizzes.outcomesNeedCourse') : t('quizzes.noOutcomes')}
      </Text>
    );
  }
  return (
    <Checkbox.Group
      label={t('quizzes.outcomes')}
      description={t('quizzes.outcomesHint')}
      value={[...values.outcomes]}
      onChange={(outcomes) => onChange({ ...values, outcomes })}
    >
      <Stack gap="xs" mt={8}>
        {course.outcomes.map(({ short_name: name, description }) => (
          <Checkbox
            key={name}
            value={name}
            size="sm"
            classNames={{ labelWrapper: classes.outcome }}
            label={
              <>
                <strong>
                  <bdi>{name}</bdi>
                </strong>{' '}
                <span dir="auto">{description}</span>
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
