import { useEffect, useState, type ReactNode } from 'react';
import { useLatest } from '#web/ui/use-latest.ts';
import type { StudentAttempt } from '#contract/attempts.ts';
import { call, Refusal } from './call.ts';
import { Results } from './results.tsx';
import { TakeQuiz } from './take-quiz.tsx';
import { t } from './texts.ts';

/**
 * Loads something and shows it; until then that it is loading, or why it could not be and a way to try again.
 * @param onUnauthorized the token is worth nothing any more.
 */
export function Loaded<Answer>({
  load,
  titleOf,
  onUnauthorized,
  children,
}: {
  load: () => Promise<Answer>;
  titleOf: (answer: Answer) => string;
  onUnauthorized: () => void;
  children: (answer: Answer, replace: (answer: Answer) => void) => ReactNode;
}) {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  // Loaded once, and again on request; another token is another element.
  const latest = useLatest({ load, onUnauthorized });
  useEffect(() => {
    let isCurrent = true;
    latest.current.load().then(
      (loaded) => {
        if (isCurrent) setAnswer(loaded);
      },
      (error: unknown) => {
        if (!isCurrent) return;
        if (error instanceof Refusal && error.status === 401) latest.current.onUnauthorized();
        else setFailure(error instanceof Refusal && error.status < 500 ? error.message : t.failed);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [tries, latest]);
  const title = answer === undefined ? undefined : titleOf(answer);
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Lectern`;
  }, [title]);
  if (failure !== undefined)
    return (
      <main>
        <p role="alert">{failure}</p>
        <button
          type="button"
          className="primary"
          onClick={() => {
            setFailure(undefined);
            setTries(tries + 1);
          }}
        >
          {t.retry}
        </button>
      </main>
    );
  if (answer !== undefined) return children(answer, setAnswer);
  return (
    <main>
      <p role="status">{t.loading}</p>
    </main>
  );
}

/** The attempt of a token: its questions, or its results once it is submitted. @param onToken gets that of the next attempt. */
export function AttemptPage({ token, onToken }: { token: string; onToken: (next: string | null) => void }) {
  return (
    <Loaded
      key={token}
      load={() => call<StudentAttempt>('GET', '/api/attempt/', { token })}
      titleOf={(attempt) => attempt.quiz_name}
      onUnauthorized={() => onToken(null)}
    >
      {(attempt, replace) =>
        attempt.submitted_at === null ? (
          <TakeQuiz token={token} attempt={attempt} onSubmitted={replace} onLost={() => onToken(null)} />
        ) : (
          <Results token={token} attempt={attempt} onAgain={onToken} />
        )
      }
    </Loaded>
  );
}
