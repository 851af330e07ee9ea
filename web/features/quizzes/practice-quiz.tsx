import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '#contract/quizzes.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { StemView } from '#web/ui/stem-view.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { isRightAnswer } from './practice-answers.ts';
import classes from './practice-quiz.module.css';

/** Asks questions one by one and says at once whether an answer is right, with the evidence. */
export function PracticeQuiz({ questions, lessonId }: { questions: readonly Question[]; lessonId: number }) {
  const { t } = useTranslation();
  const id = useId();
  const focus = useFocusRequest();
  const [place, setPlace] = useState(0);
  /** The option that was chosen for each question so far. */
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const question = questions[place];
  const isRight = (index: number): boolean => isRightAnswer(questions[index], chosen[index]);
  if (question === undefined) {
    return (
      <Stack gap={12} align="flex-start">
        <Text role="status" id={`${id}-end`} tabIndex={-1} fw={600}>
          {t('quizzes.inChat.score', {
            right: questions.filter((_, index) => isRight(index)).length,
            count: questions.length,
          })}
        </Text>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setChosen([]);
            setPlace(0);
            focus(`${id}-question`);
          }}
        >
          {t('quizzes.inChat.again')}
        </Button>
      </Stack>
    );
  }
  const answer = chosen[place];
  const key = question.options.find((option) => option.is_correct)?.text ?? '';
  return (
    <Stack gap={12} align="flex-start">
      <div id={`${id}-question`} tabIndex={-1}>
        <Text size="sm" c="dimmed">
          {t('quizzes.inChat.progress', { number: place + 1, count: questions.length })}
        </Text>
        <StemView stem={question.text} className={classes.stem} />
      </div>
      <ul className={classes.options}>
        {question.options.map((option, index) => {
          const isShownRight = answer !== undefined && option.is_correct;
          const isShownWrong = answer === index && !option.is_correct;
          const Icon = isShownRight ? IconCircleCheckFilled : isShownWrong ? IconCircleXFilled : IconCircle;
          return (
            <li key={option.id}>
              <UnstyledButton
                className={classes.option}
                aria-disabled={answer !== undefined}
                aria-pressed={answer === index}
                data-right={isShownRight || undefined}
                data-wrong={isShownWrong || undefined}
                onClick={() => {
                  if (answer === undefined) setChosen([...chosen, index]);
                }}
              >
                <Icon size={20} aria-hidden />
                <span dir="auto">{option.text}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <div role="status" className={classes.feedback}>
        {answer !== undefined && (
          <>
            <Text fw={600}>
              {isRight(place) ? t('quizzes.inChat.right') : t('quizzes.inChat.wrong', { answer: key })}
            </Text>
            {question.explanation !== '' && <Text dir="auto">{question.explanation}</Text>}
          </>
        )}
      </div>
      {answer !== undefined && (
        <Group gap={12}>
          {question.evidence !== null && <EvidenceChip lessonId={lessonId} evidence={question.evidence} />}
          <Button
            size="xs"
            onClick={() => {
              setPlace(place + 1);
              focus(place + 1 === questions.length ? `${id}-end` : `${id}-question`);
            }}
          >
            {t('quizzes.inChat.next')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
