import { useState, type SubmitEvent } from 'react';
import type { JoinRequest, QuizInvitation } from '#contract/attempts.ts';
import { isLanguage, LANGUAGES } from '#contract/languages.ts';
import { call, Refusal } from './call.ts';
import { chooseLanguage, formatTime, language, t } from './texts.ts';

/** @param path of the call that joins. @param token of a launch, which names the student: nothing but a passcode is asked for. */
export function JoinForm({
  path,
  token,
  invitation,
  onJoined,
}: {
  path: string;
  token?: string;
  invitation: QuizInvitation;
  onJoined: (token: string) => void;
}) {
  const [failure, setFailure] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const { state, opens_at: opensAt } = invitation;
  const isLaunched = token !== undefined;
  const identity = isLaunched ? 'anonymous' : invitation.student_identity;
  const isOpen = state === 'open';

  const join = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const json: JoinRequest = {};
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === 'string' && value.trim() !== '') json[name as keyof JoinRequest] = value.trim();
    setWorking(true);
    setFailure(undefined);
    call<{ token: string }>('POST', path, { json, ...(isLaunched ? { token } : {}) }).then(
      (joined) => onJoined(joined.token),
      (error: unknown) => {
        setWorking(false);
        setFailure(error instanceof Refusal ? error.message : t.failed);
      },
    );
  };
  return (
    <main>
      <h1>
        <bdi>{invitation.name}</bdi>
      </h1>
      <p className="muted">
        {t.count(invitation.question_count)}
        {invitation.time_limit_minutes !== null && ` · ${t.limit(invitation.time_limit_minutes)}`}
      </p>
      {state === 'scheduled' && opensAt !== null && <p role="status">{t.scheduled(formatTime(opensAt))}</p>}
      {state === 'closed' && <p role="status">{isLaunched ? t.closedHere : t.closed}</p>}
      {failure !== undefined && (
        <p role="alert" className="danger">
          {failure}
        </p>
      )}
      {(isOpen || identity === 'class_list') && (
        <form onSubmit={join}>
          {identity === 'name' && (
            <Field label={t.name} name="name" autoComplete="name" maxLength={100} required />
          )}
          {identity === 'class_list' && (
            <Field label={t.personalCode} name="code" autoComplete="off" required />
          )}
          {invitation.needs_passcode && isOpen && (
            <Field label={t.passcode} name="passcode" autoComplete="off" required />
          )}
          <button type="submit" className="primary" disabled={isWorking}>
            {isOpen ? t.join : t.continueHere}
          </button>
        </form>
      )}
      {identity !== 'class_list' && !isLaunched && (
        <details open={state === 'closed'}>
          <summary>{t.continueHere}</summary>
          <form onSubmit={join}>
            <Field label={t.continueCode} name="code" autoComplete="off" required />
            <button type="submit" disabled={isWorking}>
              {t.continueHere}
            </button>
          </form>
        </details>
      )}
      <label className="field">
        {t.language}
        <select
          value={language}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && chooseLanguage(value)}
        >
          {Object.entries(LANGUAGES).map(([value, name]) => (
            <option key={value} value={value} lang={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </main>
  );
}

function Field({ label, ...input }: { label: string } & React.ComponentProps<'input'>) {
  return (
    <label className="field">
      {label}
      <input {...input} />
    </label>
  );
}
