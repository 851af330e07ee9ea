import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { questionsRequestToWire } from '#contract/wire-names.ts';
import type { GenerateQuestionsRequest, QuizPreview } from '#contract/quizzes.ts';
import { useQuestionBank } from '#web/api-client/question-bank.queries.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { useWriter } from '#web/api-client/writer.queries.ts';
import { canWrite } from '../quiz-choices.ts';
import { BankLine } from './bank-line.tsx';
import classes from './bank-line.module.css';

/** How many questions of the lesson are ready, and what a quiz of these choices would consist of. */
export function BankForQuiz({
  lessonId,
  choices,
}: {
  lessonId: number;
  /** Undefined while a field is missing. */
  choices: GenerateQuestionsRequest | undefined;
}) {
  return (
    <div>
      <BankLine lessonId={lessonId} />
      {choices !== undefined && <QuizMix choices={choices} />}
    </div>
  );
}

function QuizMix({ choices }: { choices: GenerateQuestionsRequest }) {
  const { t } = useTranslation();
  const lessonId = choices.lesson_id;
  const readyCount = useQuestionBank(lessonId).data?.bank.ready_count;
  const { data: writer } = useWriter();
  // The name changes nothing of the mix.
  const body = questionsRequestToWire({ ...choices, name: undefined });
  const { data } = useQuery({
    queryKey: [...queryKeys.questionBank(lessonId), 'preview', readyCount, body],
    queryFn: ({ signal }) => request<QuizPreview>('POST', '/api/question-sets/preview/', { body, signal }),
    enabled: readyCount !== undefined && readyCount > 0,
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  const missing = choices.question_count - data.ready;
  return (
    <div role="status" className={classes.mix}>
      {data.ready > 0 && (
        <Text size="sm">{t('bank.mix', { count: data.ready, mix: describeMix(t, data) })}</Text>
      )}
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          {data.ready === 0 && `${t('bank.noneFits')} `}
          {canWrite(writer?.strength, choices)
            ? t(data.ready === 0 ? 'bank.allAreWritten' : 'bank.restIsWritten', { count: missing })
            : // Without any model, a note above says so.
              writer?.strength === 'small' && t('bank.smallWritesNoMore')}
        </Text>
      )}
      {data.ready > 0 && data.uncovered_outcomes.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('quizzes.uncoveredOutcomes', { outcomes: data.uncovered_outcomes.join(', ') })}
        </Text>
      )}
    </div>
  );
}

/** Such as "Remember: 6, Understand: 4; Easy: 3, Medium: 7; OPEN: 2". */
function describeMix(t: TFunction, preview: QuizPreview): string {
  const part = (name: string, count: number): string => `${name}:\u00A0${count}`;
  return [
    preview.by_level.map(({ level, count }) => part(t(`quizzes.levels.${level}`), count)),
    preview.by_difficulty.map(({ difficulty, count }) =>
      part(t(`quizzes.difficulties.${difficulty}`), count),
    ),
    preview.by_outcome.map(({ short_name: name, count }) => part(name, count)),
  ]
    .filter((parts) => parts.length > 0)
    .map((parts) => parts.join(', '))
    .join('; ');
}
