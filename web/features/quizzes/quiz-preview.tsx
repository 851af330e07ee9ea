import { Alert, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSetWithQuestions, QuestionSetWriter } from '../../../contract/quizzes.ts';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { QuestionItem } from './question-item.tsx';
import classes from './quizzes.module.css';

/** A question set to be read through: what it is, why it may be shorter than asked, and its questions. */
export function QuizPreview({ result, action }: { result: QuestionSetWithQuestions; action?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { question_set: set, questions, shortfall, writer } = result;
  const facts = [
    [t('quizzes.answerStyle'), t(`quizzes.styles.${set.answer_style}`)],
    [t('quizzes.totalQuestions'), formatNumber(questions.length, i18n.language)],
    [t('quizzes.created'), formatDateTime(set.created_at, i18n.language)],
  ] as const;
  return (
    <>
      <Text component="h3" className={classes.setName} dir="auto">
        {set.name}
      </Text>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {action}
      {shortfall !== null && (
        <Alert color="lapis" variant="light" role="note" mb="md">
          <Text size="sm" fw={500}>
            {t('quizzes.shortfall', { made: shortfall.made, asked: shortfall.asked })}
          </Text>
          <Text size="sm">{shortfall.reason}</Text>
        </Alert>
      )}
      {writer !== null && (
        <Text size="sm" c="dimmed" mb="md">
          {describeWriter(t, writer)}
        </Text>
      )}
      <ol className={classes.questions}>
        {questions.map((question, index) => (
          <QuestionItem key={question.id} question={question} number={index + 1} lessonId={set.lesson_id} />
        ))}
      </ol>
    </>
  );
}

/** Who wrote the questions, when a language model had to do with them, and why it wrote none, or not all. */
function describeWriter(t: TFunction, writer: QuestionSetWriter): string {
  const { model, questions_of_model: ofModel, questions_of_composer: ofComposer, note } = writer;
  const share = [
    ofModel > 0 ? t('quizzes.writtenByModel', { count: ofModel, model }) : '',
    ofModel > 0 && ofComposer > 0 ? t('quizzes.writtenByComposer', { count: ofComposer }) : '',
  ];
  return [...share, note ?? ''].filter((part) => part !== '').join(' ');
}
