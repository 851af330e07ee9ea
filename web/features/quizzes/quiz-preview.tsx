import { Alert, Button, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import type {
  Question,
  QuestionSetWithQuestions,
  QuestionSetWriter,
  QuestionWriter,
} from '#contract/quizzes.ts';
import { ConnectModelHint } from '#web/ui/connect-model-hint.tsx';
import { describeModelUse } from '#web/ui/describe-model-use.ts';
import { FactsToAsk } from '#web/ui/facts-to-ask.tsx';
import { formatDateTime, formatNumber } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { wordMessage } from '#web/ui/word-message.ts';
import { QuestionView } from './question-view.tsx';
import classes from './quizzes.module.css';

/** Shows a question set for reading: its details, why it is shorter than requested, and its questions. */
export function QuizPreview({
  result,
  action,
  onWriteAbout,
}: {
  result: QuestionSetWithQuestions;
  action: ReactNode;
  onWriteAbout: (fact: LessonFact) => void;
}) {
  const { t, i18n } = useTranslation();
  const { question_set: set, questions, shortfall, writer, uncovered_outcomes: uncovered } = result;
  const isShort = shortfall !== null && questions.length < shortfall.asked;
  const draftCount = questions.filter((question) => question.is_draft).length;
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
      {isShort && (
        <Alert color="lapis" variant="light" role="note" mb="md">
          <Text size="sm" fw={500}>
            {t('quizzes.shortfall', { made: questions.length, asked: shortfall.asked })}
          </Text>
          <Text size="sm">{wordMessage(t, shortfall.reason_coded, shortfall.reason)}</Text>
          <ConnectModelHint reason={shortfall.reason_coded} />
        </Alert>
      )}
      {uncovered.length > 0 && questions.length > 0 && (
        <Text size="sm" mb="md">
          {t('quizzes.uncoveredOutcomes', { outcomes: uncovered.join(', ') })}
        </Text>
      )}
      {draftCount > 0 && (
        <Alert color="lapis" variant="light" role="note" mb="md">
          <Text size="sm">{t('quizzes.checkDrafts', { count: draftCount })}</Text>
          <Button component={Link} to={paths.review(set.id)} size="xs" mt="sm">
            {t('quizzes.reviewDrafts')}
          </Button>
        </Alert>
      )}
      {writer !== null && (
        <Text size="sm" c="dimmed" mb="md">
          {describeWriter(t, i18n.language, writer, questions)}
        </Text>
      )}
      <ol className={classes.questions}>
        {questions.map((question, index) => (
          <QuestionView key={question.id} question={question} number={index + 1} lessonId={set.lesson_id} />
        ))}
      </ol>
      {isShort && <FactsToAsk lessonId={set.lesson_id} onWrite={onWriteAbout} />}
    </>
  );
}

/** Says who wrote the questions if a language model was involved, and why it wrote none or only some. */
function describeWriter(
  t: TFunction,
  language: string,
  writer: QuestionSetWriter,
  questions: readonly Question[],
): string {
  const { model, note } = writer;
  const countOf = (...writers: readonly QuestionWriter[]): number =>
    questions.filter((question) => writers.includes(question.written_by)).length;
  const ofModel = countOf('language_model', 'small_model');
  const ofComposer = countOf('composer');
  const share = [
    ofModel > 0 ? t('quizzes.writtenByModel', { count: ofModel, model }) : '',
    ofModel > 0 && ofComposer > 0 ? t('quizzes.writtenByComposer', { count: ofComposer }) : '',
  ];
  const said = [...share, note === null ? '' : wordMessage(t, writer.note_coded, note)];
  const use = describeModelUse(t, language, writer);
  return [said.filter((part) => part !== '').join(' '), use].filter((part) => part !== '').join(' · ');
}
