import { useEffect, useState } from 'react';
import { useLatest } from '#web/ui/use-latest.ts';
import type { LtiLaunch, LtiRefusal } from '#contract/lti.ts';
import { AttemptPage, Loaded } from '../attempt-page.tsx';
import { call } from '../call.ts';
import { JoinForm } from '../join-form.tsx';
import { t } from '../texts.ts';
import { ChooseQuiz } from './choose-quiz.tsx';
import { ltiTexts } from './lti-texts.ts';
import { OpenLectern } from './open-lectern.tsx';

const isRefusal = (code: string): code is LtiRefusal => Object.hasOwn(ltiTexts.refusals, code);

/** `/lti/<platform>`: where a launch from a learning platform ends, mostly in a frame. */
export function LaunchScreen() {
  const [fragment, setFragment] = useState(() => new URLSearchParams(location.hash.slice(1)));
  /** Also of the address, so that a reload shows the attempt. */
  const keepAttempt = (attempt: string | null): void => {
    const next = new URLSearchParams(attempt === null ? { refused: 'launch_expired' } : { attempt });
    history.replaceState(null, '', `#${next.toString()}`);
    setFragment(next);
  };
  const attempt = fragment.get('attempt');
  if (attempt !== null) return <AttemptPage token={attempt} onToken={keepAttempt} />;
  const launch = fragment.get('launch');
  if (launch !== null) return <Launched token={launch} onAttempt={keepAttempt} />;
  const blocked = fragment.get('blocked');
  if (blocked !== null) return <Blocked request={blocked} />;
  return <Refused code={fragment.get('refused') ?? 'launch_expired'} />;
}

function Refused({ code }: { code: string }) {
  return (
    <main>
      <h1>{ltiTexts.refusedTitle}</h1>
      <p role="alert">{ltiTexts.refusals[isRefusal(code) ? code : 'message_invalid']}</p>
    </main>
  );
}

/** The browser sends no cookies from this frame; a window of its own is no third party. */
function Blocked({ request }: { request: string }) {
  if (request === '')
    return (
      <main>
        <h1>{ltiTexts.refusedTitle}</h1>
        <p role="alert">{ltiTexts.blockedAgain}</p>
      </main>
    );
  return (
    <main>
      <h1>{ltiTexts.blockedTitle}</h1>
      <p>{ltiTexts.blocked}</p>
      <p>
        <a
          className="button primary"
          target="_blank"
          rel="noopener"
          href={`/api/lti/login/?${new URLSearchParams({ request }).toString()}`}
        >
          {ltiTexts.openWindow}
        </a>
      </p>
    </main>
  );
}

function Launched({ token, onAttempt }: { token: string; onAttempt: (attempt: string | null) => void }) {
  return (
    <Loaded
      load={() => call<LtiLaunch>('GET', '/api/lti/launch/', { token })}
      titleOf={(launch) => (launch.kind === 'student' ? launch.quiz.name : launch.platform_name)}
      onUnauthorized={() => onAttempt(null)}
    >
      {(launch, replace) => {
        if (launch.kind === 'student')
          return launch.has_attempt ? (
            <Continue token={token} onJoined={onAttempt} />
          ) : (
            <JoinForm
              path="/api/lti/launch/join/"
              token={token}
              invitation={launch.quiz}
              onJoined={onAttempt}
            />
          );
        if (launch.kind === 'deep_linking' && launch.account !== null) return <ChooseQuiz token={token} />;
        return <OpenLectern token={token} launch={launch} onChange={replace} />;
      }}
    </Loaded>
  );
}

/** The student has begun already, so there is nothing to ask. */
function Continue({ token, onJoined }: { token: string; onJoined: (attempt: string | null) => void }) {
  return (
    <Loaded
      load={() => call<{ token: string }>('POST', '/api/lti/launch/join/', { token, json: {} })}
      titleOf={() => t.continueHere}
      onUnauthorized={() => onJoined(null)}
    >
      {(joined) => <Forward token={joined.token} onJoined={onJoined} />}
    </Loaded>
  );
}

function Forward({ token, onJoined }: { token: string; onJoined: (attempt: string) => void }) {
  const latest = useLatest(onJoined);
  useEffect(() => {
    latest.current(token);
  }, [token, latest]);
  return null;
}
