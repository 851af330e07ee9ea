import { useEffect } from 'react';
import type { LtiLaunch } from '#contract/lti.ts';
import { call } from '../call.ts';
import { ltiTexts } from './lti-texts.ts';

type InstructorLaunch = Exclude<LtiLaunch, { kind: 'student' }>;

const LOOK_MILLISECONDS = 3_000;

/** Leads an instructor into Lectern, in a window of its own: the app is shown in no frame. */
export function OpenLectern({
  token,
  launch,
  onChange,
}: {
  token: string;
  launch: InstructorLaunch;
  onChange: (launch: LtiLaunch) => void;
}) {
  const { account } = launch;
  const isWaiting = account === null;
  useEffect(() => {
    if (!isWaiting) return;
    let isCurrent = true;
    const timer = setInterval(() => {
      call<LtiLaunch>('GET', '/api/lti/launch/', { token }).then(
        (next) => {
          if (isCurrent && next.kind !== 'student' && next.account !== null) onChange(next);
        },
        // Looked for again in a moment.
        () => undefined,
      );
    }, LOOK_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isWaiting, token, onChange]);
  const destination = launch.kind === 'instructor' ? launch.destination : undefined;
  return (
    <main>
      <p className="muted">
        <bdi>{ltiTexts.welcome(launch.person_name, launch.platform_name)}</bdi>
      </p>
      <h1>{isWaiting ? ltiTexts.linkTitle : (destination?.name ?? ltiTexts.openTitle)}</h1>
      <p>{isWaiting ? ltiTexts.link : ltiTexts.open(account.email)}</p>
      {destination?.is_of_other === true && <p role="status">{ltiTexts.ofOther}</p>}
      <form method="post" action="/api/lti/open/" target="_blank">
        <input type="hidden" name="launch" value={token} />
        <button type="submit" className="primary">
          {isWaiting ? ltiTexts.linkButton : ltiTexts.openButton(destination?.name ?? null)}
        </button>
      </form>
      {isWaiting && <p className="muted">{ltiTexts.waiting}</p>}
    </main>
  );
}
