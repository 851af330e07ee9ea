import { useState } from 'react';
import type { QuizInvitation } from '#contract/attempts.ts';
import { store } from './answer-queue.ts';
import { AttemptPage, Loaded } from './attempt-page.tsx';
import { call } from './call.ts';
import { JoinForm } from './join-form.tsx';

const code = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const TOKEN = `lecternAttempt ${code.toUpperCase()}`;

/** The token of a preview is in the fragment, which no server sees, and stays out of storage. */
const previewToken = new URLSearchParams(location.hash.slice(1)).get('preview');

/** `/q/<code>` */
export function StudentPage() {
  const [token, setToken] = useState(previewToken ?? store.read(TOKEN));
  const keep = (next: string | null): void => {
    if (previewToken === null) store.write(TOKEN, next);
    setToken(next);
  };
  if (token !== null) return <AttemptPage token={token} onToken={keep} />;
  return (
    <Loaded
      load={() => call<QuizInvitation>('GET', `/api/q/${encodeURIComponent(code)}/`)}
      titleOf={({ name }) => name}
      onUnauthorized={() => undefined}
    >
      {(invitation) => (
        <JoinForm path={`/api/q/${encodeURIComponent(code)}/join/`} invitation={invitation} onJoined={keep} />
      )}
    </Loaded>
  );
}
