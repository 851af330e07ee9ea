import { useEffect, useRef, useState } from 'react';
import type { AnswerFeedback, StudentAttempt } from '#contract/attempts.ts';
import { AnswerQueue, type Answer, type QueueState } from './answer-queue.ts';
import { call, isTemporary, Refusal } from './call.ts';
import { Clock } from './clock.tsx';
import { FeedbackView } from './feedback-view.tsx';
import { Overview } from './overview.tsx';
import { Stopwatch } from './stopwatch.ts';
import { t } from './texts.ts';
import { useAttemptTime } from './use-attempt-time.ts';

const NOTHING: Answer = { choice: null, text: null, is_flagged: false, is_final: false, seconds_spent: 0 };
/** While someone types, an essay is saved in pauses. */
const TYPING_MILLISECONDS = 800;

export const isAnswered = ({ choice, text }: Answer): boolean =>
  choice !== null || (text ?? '').trim() !== '';

export function TakeQuiz({
  token,
  attempt,
  onSubmitted,
  onLost,
}: {
  token: string;
  attempt: StudentAttempt;
  onSubmitted: (attempt: StudentAttempt) => void;
  onLost: () => void;
}) {
  const [place, setPlace] = useState(0);
  const [state, setState] = useState<QueueState>({ waiting: 0, isOffline: false });
  const time = useAttemptTime(token, attempt, { onSubmitted, onLost });
  const [feedback, setFeedback] = useState<readonly AnswerFeedback[]>(attempt.feedback);
  const [failure, setFailure] = useState<string>();
  const [isSubmitting, setSubmitting] = useState(false);
  const [queue] = useState(
    () =>
      new AnswerQueue(token, {
        state: setState,
        saved: ({ deadline_at: deadline, server_time: serverTime, feedback: shown }) => {
          time.set({ deadline, serverTime });
          if (shown !== null) setFeedback((all) => [...all.filter(({ key }) => key !== shown.key), shown]);
        },
        refused: (error) => {
          if (error instanceof Refusal && error.status === 401) onLost();
          else if (error instanceof Refusal && error.status === 409) time.refresh();
          else setFailure(error instanceof Error ? error.message : String(error));
        },
      }),
  );
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>(() => ({
    ...Object.fromEntries(attempt.answers.map((answer) => [answer.key, answer])),
    ...queue.pending,
  }));
  const heading = useRef<HTMLHeadingElement>(null);
  const [stopwatch] = useState(() => new Stopwatch());
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was typed and waits for a pause. */
  const typed = useRef<{ key: number; answer: Answer }>(undefined);
  const { questions } = attempt;
  const question = questions[place];

  useEffect(() => {
    void queue.send();
    const retry = (): void => void queue.send();
    const leave = (): void => {
      if (typed.current !== undefined) queue.save(typed.current.key, typed.current.answer);
      typed.current = undefined;
      queue.sendLast();
    };
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('pagehide', leave);
    };
  }, [queue]);

  useEffect(() => {
    // The button that had the focus is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  const change = (key: number, part: Partial<Answer>, waitMilliseconds = 0): void => {
    const before = answers[key] ?? NOTHING;
    const spent = stopwatch.restart();
    const { choice, text, is_flagged, is_final, seconds_spent } = { ...before, ...part };
    const next = {
      choice,
      text,
      is_flagged,
      is_final,
      seconds_spent: Math.min(seconds_spent + spent, 86_400),
    };
    setAnswers({ ...answers, [key]: next });
    clearTimeout(typing.current);
    const save = (): void => {
      typed.current = undefined;
      queue.save(key, next);
    };
    if (waitMilliseconds === 0) save();
    else {
      typed.current = { key, answer: next };
      typing.current = setTimeout(save, waitMilliseconds);
    }
  };
  const go = (next: number): void => {
    // What was typed last is saved before its question is left.
    const left = questions[place];
    if (left?.type === 'essay' && answers[left.key] !== undefined) change(left.key, {});
    stopwatch.restart();
    setPlace(next);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const submit = async (): Promise<void> => {
    setSubmitting(true);
    setFailure(undefined);
    try {
      await queue.send();
      if (Object.keys(queue.pending).length > 0) throw new Error(t.failed);
      const done = await call<StudentAttempt>('POST', '/api/attempt/submit/', { token });
      queue.close();
      onSubmitted(done);
    } catch (error) {
      setFailure(isTemporary(error) ? t.failed : (error as Error).message);
      setSubmitting(false);
    }
  };
  const answer = question === undefined ? NOTHING : (answers[question.key] ?? NOTHING);
  const shown = feedback.find(({ key }) => key === question?.key);
  const canCheck = attempt.feedback_time === 'immediately' && attempt.feedback_content !== 'none';
  return (
    <>
      <header>
        <div className="bar">
          <bdi>{attempt.quiz_name}</bdi>
          <Clock deadline={time.deadline} serverTime={time.serverTime} onOver={time.refresh} />
        </div>
        <progress
          max={questions.length}
          value={questions.filter(({ key }) => isAnswered(answers[key] ?? NOTHING)).length}
          aria-label={t.answeredOf(
            questions.filter(({ key }) => isAnswered(answers[key] ?? NOTHING)).length,
            questions.length,
          )}
        />
        <p role="status" className={state.isOffline ? 'danger' : 'muted'}>
          {state.isOffline ? t.offline(state.waiting) : state.waiting > 0 ? t.saving : t.saved}
        </p>
      </header>
      <main>
        {attempt.is_preview && <p className="note">{t.preview}</p>}
        {failure !== undefined && (
          <p role="alert" className="danger">
            {failure}
          </p>
        )}
        {question === undefined ? (
          <Overview
            headingRef={heading}
            attempt={attempt}
            answers={answers}
            onOpen={go}
            isSubmitting={isSubmitting}
            onSubmit={() => void submit()}
          />
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1} className="place">
              {t.question(place + 1, questions.length)}
            </h1>
            {question.type === 'essay' ? (
              <label className="field">
                <span className="stem" dir="auto">
                  {question.text}
                </span>
                <span className="muted">{t.yourText}</span>
                <textarea
                  rows={10}
                  maxLength={20_000}
                  value={answer.text ?? ''}
                  onChange={({ target }) => change(question.key, { text: target.value }, TYPING_MILLISECONDS)}
                  onBlur={() => change(question.key, {})}
                />
              </label>
            ) : (
              <fieldset disabled={shown !== undefined}>
                <legend className="stem" dir="auto">
                  {question.text}
                </legend>
                {question.options.map(({ id, text }) => (
                  <label key={id} className="option">
                    <input
                      type="radio"
                      name={`question-${question.key}`}
                      checked={answer.choice === id}
                      onChange={() => change(question.key, { choice: id })}
                    />
                    <span dir="auto">{text}</span>
                  </label>
                ))}
              </fieldset>
            )}
            {canCheck && shown === undefined && (
              <button
                type="button"
                disabled={!isAnswered(answer)}
                onClick={() => change(question.key, { is_final: true })}
              >
                {t.check}
              </button>
            )}
            {shown !== undefined && (
              <FeedbackView
                token={token}
                attempt={attempt}
                question={question}
                answer={answer}
                feedback={shown}
              />
            )}
            <label className="flag">
              <input
                type="checkbox"
                checked={answer.is_flagged}
                onChange={({ target }) => change(question.key, { is_flagged: target.checked })}
              />
              {t.flag}
            </label>
          </>
        )}
        <nav>
          <button type="button" disabled={place === 0} onClick={() => go(place - 1)}>
            {t.previous}
          </button>
          {question !== undefined && (
            <>
              <button type="button" onClick={() => go(questions.length)}>
                {t.overview}
              </button>
              <button type="button" className="primary" onClick={() => go(place + 1)}>
                {t.next}
              </button>
            </>
          )}
        </nav>
        {attempt.resume_code !== null && <p className="muted">{t.code(attempt.resume_code)}</p>}
      </main>
    </>
  );
}
