import { useEffect, useRef, useState } from 'react';
import type { LtiChoice, LtiQuiz } from '#contract/lti.ts';
import { Loaded } from '../attempt-page.tsx';
import { call, Refusal } from '../call.ts';
import { t } from '../texts.ts';
import { ltiTexts } from './lti-texts.ts';

/** Chooses the quiz that is placed in the course, and returns to the platform with it. */
export function ChooseQuiz({ token }: { token: string }) {
  const [expired, setExpired] = useState(false);
  if (expired)
    return (
      <main>
        <p role="alert">{ltiTexts.expired}</p>
      </main>
    );
  return (
    <Loaded
      load={() => call<LtiQuiz[]>('GET', '/api/lti/launch/quizzes/', { token })}
      titleOf={() => ltiTexts.chooseTitle}
      onUnauthorized={() => setExpired(true)}
    >
      {(quizzes) => <Quizzes token={token} quizzes={quizzes} />}
    </Loaded>
  );
}

function Quizzes({ token, quizzes }: { token: string; quizzes: readonly LtiQuiz[] }) {
  const [choice, setChoice] = useState<LtiChoice>();
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const choose = (id: number): void => {
    setWorking(true);
    setFailure(undefined);
    call<LtiChoice>('POST', '/api/lti/launch/place/', { token, json: { question_set_id: id } }).then(
      setChoice,
      (error: unknown) => {
        setWorking(false);
        setFailure(error instanceof Refusal ? error.message : t.failed);
      },
    );
  };
  if (choice !== undefined) return <Return choice={choice} />;
  return (
    <main>
      <h1>{ltiTexts.chooseTitle}</h1>
      <p>{quizzes.length === 0 ? ltiTexts.noQuizzes : ltiTexts.choose}</p>
      {failure !== undefined && (
        <p role="alert" className="danger">
          {failure}
        </p>
      )}
      <ul className="choices">
        {quizzes.map((quiz) => (
          <li key={quiz.question_set_id}>
            <div>
              <bdi>{quiz.name}</bdi>
              <p className="muted">
                <bdi>{quiz.lesson_title}</bdi>
                {` · ${ltiTexts.questions(quiz.question_count)}`}
                {quiz.is_shared && ` · ${ltiTexts.shared}`}
              </p>
            </div>
            <button
              type="button"
              disabled={isWorking}
              aria-label={ltiTexts.addOf(quiz.name)}
              onClick={() => choose(quiz.question_set_id)}
            >
              {ltiTexts.add}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** Posts the signed answer from the browser, as the specification demands. */
function Return({ choice: { return_url: url, jwt } }: { choice: LtiChoice }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.submit();
  }, []);
  return (
    <main>
      <p role="status">{ltiTexts.adding}</p>
      <form ref={form} method="post" action={url}>
        <input type="hidden" name="JWT" value={jwt} />
      </form>
    </main>
  );
}
