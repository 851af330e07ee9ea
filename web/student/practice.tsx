import { useEffect, useRef, useState } from 'react';
import type { AnswerFeedback, StudentAttempt } from '#contract/attempts.ts';
import { store } from './answer-queue.ts';
import { FeedbackView } from './feedback-view.tsx';
import { findNextDue, listDue, recordAnswer, type Schedule } from './practice-schedule.ts';
import { formatTime, t } from './texts.ts';

type Question = StudentAttempt['questions'][number];

/** Repeats what was wrong, over days, on this device alone. */
export function Practice({
  token,
  attempt,
  keys,
  onClose,
}: {
  token: string;
  attempt: StudentAttempt;
  keys: readonly number[];
  onClose: () => void;
}) {
  const name = `lecternPractice ${token.slice(-12)}`;
  const [schedule, setSchedule] = useState<Schedule>(() => JSON.parse(store.read(name) ?? '{}') as Schedule);
  const [queue, setQueue] = useState(() => listDue(keys, schedule, Date.now()));
  const [shown, setShown] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const question = attempt.questions.find(({ key }) => key === queue[0]);
  const feedback = attempt.feedback.find(({ key }) => key === queue[0]);
  const next = findNextDue(keys, schedule);
  const proceed = (isRight: boolean): void => {
    const after = recordAnswer(queue, schedule, isRight, Date.now());
    store.write(name, JSON.stringify(after.schedule));
    setSchedule(after.schedule);
    setQueue(after.queue);
    setShown(shown + 1);
    requestAnimationFrame(() => heading.current?.focus());
  };
  return (
    <main>
      <h1 ref={heading} tabIndex={-1}>
        {queue.length > 0 ? t.practiceTitle : t.practiceDone}
      </h1>
      <p className="muted">{t.practiceNote}</p>
      {question !== undefined && feedback !== undefined ? (
        <>
          <p role="status">{t.practiceLeft(queue.length)}</p>
          <PracticeQuestion
            key={shown}
            token={token}
            attempt={attempt}
            question={question}
            feedback={feedback}
            onAnswered={proceed}
          />
        </>
      ) : (
        <>
          <p role="status">{next === undefined ? t.practiceLearned : t.practiceDue(formatTime(next))}</p>
          <button type="button" onClick={() => setQueue([...keys])}>
            {t.practiceNow}
          </button>
        </>
      )}
      <nav>
        <button type="button" onClick={onClose}>
          {t.practiceBack}
        </button>
      </nav>
    </main>
  );
}

function PracticeQuestion({
  token,
  attempt,
  question,
  feedback,
  onAnswered,
}: {
  token: string;
  attempt: StudentAttempt;
  question: Question;
  feedback: AnswerFeedback;
  onAnswered: (isRight: boolean) => void;
}) {
  const [choice, setChoice] = useState<number | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  // In another order each time, so that the place of the right answer is not learned.
  const [options] = useState(() => shuffle(question.options));
  const isEssay = question.type === 'essay';
  const isRight = choice === feedback.correct_option;
  return (
    <>
      {isEssay ? (
        <label className="field">
          <span className="stem" dir="auto">
            {question.text}
          </span>
          <span className="muted">{t.yourText}</span>
          <textarea rows={6} />
        </label>
      ) : (
        <fieldset disabled={isChecked}>
          <legend className="stem" dir="auto">
            {question.text}
          </legend>
          {options.map(({ id, text }) => (
            <label key={id} className="option">
              <input type="radio" name="practice" checked={choice === id} onChange={() => setChoice(id)} />
              <span dir="auto">{text}</span>
            </label>
          ))}
        </fieldset>
      )}
      {isChecked ? (
        <>
          <FeedbackView
            token={token}
            attempt={attempt}
            question={question}
            answer={{ choice, text: null }}
            feedback={{ ...feedback, points: isRight ? 1 : 0 }}
            hasPoints={!isEssay}
          />
          <nav>
            {isEssay ? (
              <>
                <button type="button" onClick={() => onAnswered(false)}>
                  {t.notYet}
                </button>
                <button type="button" className="primary" onClick={() => onAnswered(true)}>
                  {t.knewIt}
                </button>
              </>
            ) : (
              <button type="button" className="primary" onClick={() => onAnswered(isRight)}>
                {t.next}
              </button>
            )}
          </nav>
        </>
      ) : (
        <button type="button" disabled={!isEssay && choice === null} onClick={() => setIsChecked(true)}>
          {isEssay ? t.showPoints : t.check}
        </button>
      )}
    </>
  );
}

/** Fisher and Yates's shuffle. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
