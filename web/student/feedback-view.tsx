import { useState } from 'react';
import type { AnswerFeedback, AttemptEvidence, StudentAttempt } from '#contract/attempts.ts';
import type { Answer } from './answer-queue.ts';
import { call, Refusal } from './call.ts';
import { t } from './texts.ts';

const SECONDS_A_MINUTE = 60;
const placeOf = ({
  page,
  start_second: second,
}: {
  page: number | null;
  start_second: number | null;
}): string =>
  second === null
    ? page === null
      ? t.evidence
      : t.page(page)
    : `${Math.floor(second / SECONDS_A_MINUTE)}:${String(Math.floor(second % SECONDS_A_MINUTE)).padStart(2, '0')}`;

/** What the settings show of one answer. */
export function FeedbackView({
  token,
  attempt,
  question,
  answer,
  feedback,
  hasPoints = true,
}: {
  token: string;
  attempt: StudentAttempt;
  question: StudentAttempt['questions'][number];
  answer: Pick<Answer, 'choice' | 'text'>;
  feedback: AnswerFeedback;
  hasPoints?: boolean;
}) {
  const { points, correct_option: correct, explanation, evidence } = feedback;
  return (
    <div className="feedback" role="status">
      {hasPoints && (
        <p className={points === null ? '' : points === 1 ? 'success' : 'danger'}>
          <strong>
            {points === null ? t.notGraded : points === 1 ? t.right : points === 0 ? t.wrong : points}
          </strong>
        </p>
      )}
      {correct !== undefined && (
        <ul>
          {question.options.map(({ id, text }) => {
            const marks = [id === answer.choice && t.yours, id === correct && t.correct].filter(Boolean);
            return (
              <li key={id} dir="auto">
                {text} {marks.length > 0 && <strong>({marks.join(', ')})</strong>}
              </li>
            );
          })}
        </ul>
      )}
      {(feedback.key_points ?? []).length > 0 && (
        <>
          <p>{t.keyPoints}</p>
          <ul>
            {feedback.key_points?.map((point) => (
              <li key={point} dir="auto">
                {point}
              </li>
            ))}
          </ul>
        </>
      )}
      {explanation !== undefined && explanation !== '' && explanation !== evidence?.quote && (
        <p dir="auto">{explanation}</p>
      )}
      {feedback.comment !== undefined && (
        <p>
          {t.comment}: <bdi>{feedback.comment}</bdi>
        </p>
      )}
      {evidence != null && (
        <EvidenceView
          token={token}
          questionKey={question.key}
          evidence={evidence}
          isClosed={attempt.lesson_access === 'none'}
        />
      )}
    </div>
  );
}

function EvidenceView({
  token,
  questionKey,
  evidence,
  isClosed,
}: {
  token: string;
  questionKey: number;
  evidence: NonNullable<AnswerFeedback['evidence']>;
  isClosed: boolean;
}) {
  const [passage, setPassage] = useState<AttemptEvidence>();
  const [failure, setFailure] = useState<string>();
  const open = (): void => {
    call<AttemptEvidence>('GET', `/api/attempt/evidence/${questionKey}/`, { token }).then(
      setPassage,
      (error: unknown) => setFailure(error instanceof Refusal ? error.message : t.failed),
    );
  };
  const lesson = passage?.lesson ?? null;
  const fragment =
    lesson?.kind === 'video' ? `t=${passage?.start_second ?? 0}` : `page=${passage?.page ?? 1}`;
  return (
    <div>
      <blockquote dir="auto">
        {evidence.quote}{' '}
        {isClosed ? (
          <span className="chip">{placeOf(evidence)}</span>
        ) : (
          <button type="button" className="chip" aria-expanded={passage !== undefined} onClick={open}>
            {placeOf(evidence)}
          </button>
        )}
      </blockquote>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {passage !== undefined && (
        <section aria-label={t.evidence} className="passage">
          <p dir="auto">{passage.text}</p>
          {lesson?.url != null && lesson.kind === 'video' && (
            <video controls preload="metadata" src={`${lesson.url}#${fragment}`} />
          )}
          {lesson?.url != null && lesson.kind !== 'video' && (
            <a href={`${lesson.url}#${fragment}`} target="_blank" rel="noreferrer">
              {t.openLesson}
            </a>
          )}
        </section>
      )}
    </div>
  );
}
