import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { BankLine } from './bank-line.tsx';
import { useQuestionBank } from './question-bank.queries.ts';
import { measureFit, type QuizChoices, type QuizFit } from './quiz-fit.ts';

/** What is ready of the lesson that a quiz form chose, and what the other choices leave of it. */
export function BankForQuiz({ lessonId, choices }: { lessonId: number; choices: QuizChoices }) {
  const { t } = useTranslation();
  const { data } = useQuestionBank(lessonId);
  const fit = data === undefined ? undefined : measureFit(data.candidates, choices);
  return (
    <div>
      <BankLine lessonId={lessonId} />
      {fit !== undefined && data !== undefined && data.candidates.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {fit.count === 0
            ? t('bank.noneFit')
            : fit.count === data.candidates.length
              ? t('bank.allFit', { mix: describeMix(t, fit) })
              : t('bank.fit', { count: fit.count, mix: describeMix(t, fit) })}
        </Text>
      )}
    </div>
  );
}

function describeMix(t: TFunction, { byLevel, byDifficulty }: QuizFit): string {
  const levels = byLevel.map(({ level, count }) =>
    t('bank.mixPart', { count, name: t(`quizzes.levels.${level}`) }),
  );
  const difficulties = byDifficulty.map(({ difficulty, count }) =>
    t('bank.mixPart', { count, name: t(`quizzes.difficulties.${difficulty}`) }),
  );
  return [levels.join(', '), difficulties.join(', ')].join('; ');
}
