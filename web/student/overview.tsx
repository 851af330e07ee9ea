import type { RefObject } from 'react';
import type { StudentAttempt } from '#contract/attempts.ts';
import type { Answer } from './answer-queue.ts';
import { t } from './texts.ts';

const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined && (answer.choice !== null || (answer.text ?? '').trim() !== '');

export function Overview({
  headingRef,
  attempt: { questions },
  answers,
  onOpen,
  isSubmitting,
  onSubmit,
}: {
  headingRef: RefObject<HTMLHeadingElement | null>;
  attempt: StudentAttempt;
  answers: Readonly<Record<string, Answer>>;
  onOpen: (place: number) => void;
  isSubmitting: boolean;
  onSubmit: () => void;
}) {
  const answered = questions.filter(({ key }) => isAnswered(answers[key])).length;
  return (
    <>
      <h1 ref={headingRef} tabIndex={-1}>
        {t.overviewTitle}
      </h1>
      <p>{t.answeredOf(answered, questions.length)}</p>
      <ol className="overview">
        {questions.map(({ key, text }, place) => (
          <li key={key}>
            <button type="button" onClick={() => onOpen(place)}>
              <span className="excerpt">{text}</span>
              <span className="muted">
                {isAnswered(answers[key]) ? t.answered : t.open}
                {answers[key]?.is_flagged === true && ` · ${t.flagged}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="muted">{t.submitWarning}</p>
      <button type="button" className="primary" disabled={isSubmitting} onClick={onSubmit}>
        {t.submit}
      </button>
    </>
  );
}
