import { Checkbox, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveAttempt, SnapshotQuestion } from '#contract/shared-quizzes.ts';
import { StemView } from '#web/ui/stem-view.tsx';
import classes from '../results.module.css';
import { countChoices } from './describe-progress.ts';

/** The answers to each question so far. The right ones are hidden at first, for a screen that the class can see. */
export function LiveQuestions({
  questions,
  attempts,
}: {
  questions: readonly SnapshotQuestion[];
  attempts: readonly LiveAttempt[];
}) {
  const { t } = useTranslation();
  const [isRevealed, setIsRevealed] = useState(false);
  return (
    <section className={classes.card} aria-labelledby="live-questions">
      <Title order={2} id="live-questions">
        {t('results.live.questions.title')}
      </Title>
      <Checkbox
        label={t('results.live.questions.reveal')}
        checked={isRevealed}
        onChange={({ currentTarget }) => setIsRevealed(currentTarget.checked)}
      />
      <ol className={classes.list}>
        {questions.map((question) => {
          const { answered, chosen } = countChoices(question, attempts);
          return (
            <li key={question.key}>
              <article className={classes.question}>
                <StemView stem={question.text} className={classes.stem} />
                <Text size="sm" c="dimmed">
                  {t('results.live.questions.count', { count: answered })}
                </Text>
                {question.options.length > 0 && (
                  <ul className={classes.choices}>
                    {question.options.map(({ text, is_correct: isCorrect }, place) => (
                      <li key={text} data-right={(isRevealed && isCorrect) || undefined}>
                        <span dir="auto">
                          {text}
                          {isRevealed && isCorrect && ` ${t('results.live.questions.right')}`}
                        </span>
                        <span>{chosen[place]}</span>
                        <div className={classes.wideMeter} aria-hidden>
                          <div
                            style={{ inlineSize: `${((chosen[place] ?? 0) / Math.max(1, answered)) * 100}%` }}
                          />
                        </div>
                      </li>
                    ))}
                  </ul>
                )}
              </article>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
