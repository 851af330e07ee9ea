import { useEffect, useRef, useState } from 'react';
import type { StudentAttempt } from '#contract/attempts.ts';
import { call, Refusal } from './call.ts';
import { FeedbackView } from './feedback-view.tsx';
import { listWrong } from './practice-schedule.ts';
import { Practice } from './practice.tsx';
import { language, t } from './texts.ts';

export function Results({
  token,
  attempt,
  onAgain,
}: {
  token: string;
  attempt: StudentAttempt;
  onAgain: (token: string) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState<string>();
  const [isPracticing, setIsPracticing] = useState(false);
  const { score } = attempt;
  const wrong = listWrong(attempt);
  useEffect(() => {
    // The button that had the focus, to submit or to end the practice, is gone.
    if (!isPracticing) heading.current?.focus();
  }, [isPracticing]);
  if (isPracticing)
    return <Practice token={token} attempt={attempt} keys={wrong} onClose={() => setIsPracticing(false)} />;
  const again = (): void => {
    call<{ token: string }>('POST', '/api/attempt/again/', { token }).then(
      (next) => onAgain(next.token),
      (error: unknown) => setFailure(error instanceof Refusal ? error.message : t.failed),
    );
  };
  return (
    <main>
      <p className="muted">
        <bdi>{attempt.quiz_name}</bdi>
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {t.submitted}
      </h1>
      <p role="status">{t.submittedText}</p>
      {attempt.is_preview && <p className="note">{t.preview}</p>}
      {score !== null && (
        <p className="score">{t.score(score.points.toLocaleString(language), score.maximum)}</p>
      )}
      {score !== null && score.ungraded > 0 && <p>{t.ungraded(score.ungraded)}</p>}
      {score === null && attempt.feedback_time === 'after_closing' && <p>{t.feedbackLater}</p>}
      {attempt.resume_code !== null && <p className="muted">{t.code(attempt.resume_code)}</p>}
      {failure !== undefined && (
        <p role="alert" className="danger">
          {failure}
        </p>
      )}
      {wrong.length > 0 && (
        <button type="button" className="primary" onClick={() => setIsPracticing(true)}>
          {t.practice(wrong.length)}
        </button>
      )}{' '}
      {attempt.may_start_again && (
        <button type="button" onClick={again}>
          {t.again}
        </button>
      )}
      {attempt.questions.map((question, place) => {
        const feedback = attempt.feedback.find(({ key }) => key === question.key);
        const answer = attempt.answers.find(({ key }) => key === question.key) ?? {
          choice: null,
          text: null,
        };
        return feedback === undefined ? null : (
          <section key={question.key} className="result">
            <h2 className="place">{t.question(place + 1, attempt.questions.length)}</h2>
            <p className="stem" dir="auto">
              {question.text}
            </p>
            {question.type === 'essay' && answer.text !== null && <p className="essay">{answer.text}</p>}
            <FeedbackView
              token={token}
              attempt={attempt}
              question={question}
              answer={answer}
              feedback={feedback}
            />
          </section>
        );
      })}
    </main>
  );
}
