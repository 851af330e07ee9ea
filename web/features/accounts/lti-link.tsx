import { Alert, Button, Loader, Stack } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Session } from '#contract/accounts.ts';
import type { LtiLaunch } from '#contract/lti.ts';
import { readError, request } from '#web/api-client/request.ts';
import { openSession } from '#web/api-client/session.ts';
import { settings } from '#web/api-client/settings.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { Failure } from '#web/ui/failure.tsx';
import { paths } from '#web/ui/paths.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { AccountFrame } from './account-frame.tsx';
import { forgetLaunchToken, takeLaunchToken } from './launch-token.ts';
import { useCall } from './use-call.ts';

const SignInSteps = lazy(async () => ({ default: (await import('./sign-in-steps.tsx')).SignInSteps }));

type InstructorLaunch = Exclude<LtiLaunch, { kind: 'student' }>;

/** A 401 is about the launch, so it must not refresh the session. */
async function callWithLaunch<Answer>(method: string, path: string, token: string): Promise<Answer> {
  const response = await fetch(`${settings.apiBaseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify({ launch: token }) } : {}),
  });
  if (!response.ok) throw await readError(response);
  return (await response.json()) as Answer;
}

const readLaunch = (token: string): Promise<LtiLaunch> =>
  callWithLaunch<LtiLaunch>('GET', '/api/lti/launch/', token);

/** `/lti-link`: where an instructor who comes from a learning platform gets in, and links the account at the first time. */
export function LtiLink() {
  const { t } = useTranslation();
  const [token] = useState(takeLaunchToken);
  const [launch, setLaunch] = useState<LtiLaunch>();
  const read = useCallback(() => readLaunch(token ?? ''), [token]);
  const { call, isWorking, error } = useCall(read, setLaunch);
  useEffect(() => {
    if (token !== null) call();
  }, [token, call]);
  if (token === null || launch?.kind === 'student')
    return (
      <AccountFrame title={t('lti.title')} text={t('lti.openFromCourse')}>
        {null}
      </AccountFrame>
    );
  if (launch !== undefined) return <WithLaunch token={token} launch={launch} onChange={setLaunch} />;
  return (
    <AccountFrame title={t('lti.title')} text="">
      {error === null ? (
        <Loader role="status" aria-label={t('lti.opening')} />
      ) : (
        <Failure
          message={`${t('lti.failed')} ${explainFailure(t, error)}`}
          error={error}
          onRetry={call}
          isRetrying={isWorking}
        />
      )}
    </AccountFrame>
  );
}

function WithLaunch({
  token,
  launch,
  onChange,
}: {
  token: string;
  launch: InstructorLaunch;
  onChange: (launch: LtiLaunch) => void;
}) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { account } = launch;
  if (account !== null && user?.email === account.email) return <Arrived launch={launch} />;
  if (account !== null) return <SignIn token={token} launch={launch} email={account.email} />;
  if (user !== null) return <Confirm token={token} launch={launch} email={user.email} onChange={onChange} />;
  return (
    <Suspense>
      <SignInSteps
        notice={
          <Alert variant="light" mb="md">
            {t('lti.signInFirst', { platform: launch.platform_name })}
          </Alert>
        }
        footer={t('lti.noAccount')}
      />
    </Suspense>
  );
}

function Arrived({ launch }: { launch: InstructorLaunch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = launch.kind === 'instructor' ? launch.destination.path : undefined;
  useEffect(() => {
    forgetLaunchToken();
    if (path !== undefined) void navigate(path, { replace: true });
  }, [path, navigate]);
  if (path === undefined)
    return (
      <AccountFrame title={t('lti.doneTitle')} text={t('lti.done')}>
        {null}
      </AccountFrame>
    );
  return (
    <AccountFrame title={t('lti.title')} text={t('lti.opening')}>
      <Loader role="status" aria-label={t('lti.opening')} />
    </AccountFrame>
  );
}

/** Leaves the launch for the courses. */
function LeaveButton({ label }: { label: string }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      onClick={() => {
        forgetLaunchToken();
        void navigate(paths.courses);
      }}
    >
      {label}
    </Button>
  );
}

function Confirm({
  token,
  launch,
  email,
  onChange,
}: {
  token: string;
  launch: InstructorLaunch;
  email: string;
  onChange: (launch: LtiLaunch) => void;
}) {
  const { t } = useTranslation();
  const link = useCallback(async () => {
    await request('POST', '/api/lti/link/', { body: { launch: token } });
    return readLaunch(token);
  }, [token]);
  const { call, isWorking, error } = useCall(link, onChange);
  const { person_name: person, platform_name: platform } = launch;
  return (
    <AccountFrame
      title={t('lti.title')}
      text={
        person === ''
          ? t('lti.confirmNameless', { platform, email })
          : t('lti.confirm', { person, platform, email })
      }
    >
      <Stack gap="md">
        <p>{t('lti.confirmHelp')}</p>
        {error !== null && <Failure message={explainFailure(t, error)} error={error} />}
        <Button loading={isWorking} onClick={call}>
          {t('lti.link')}
        </Button>
        <LeaveButton label={t('lti.cancel')} />
      </Stack>
    </AccountFrame>
  );
}

/** Signs in by the launch; someone who is signed in with another account is asked first. */
function SignIn({ token, launch, email }: { token: string; launch: InstructorLaunch; email: string }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const isStarted = useRef(false);
  const send = useCallback(() => callWithLaunch<Session>('POST', '/api/lti/session/', token), [token]);
  const { call, isWorking, error } = useCall(send, openSession);
  const isSignedOut = user === null;
  useEffect(() => {
    // React runs effects twice in development, and a launch opens one session.
    if (!isSignedOut || isStarted.current) return;
    isStarted.current = true;
    call();
  }, [isSignedOut, call]);
  if (user === null && error !== null)
    return (
      <Suspense>
        <SignInSteps
          notice={<Failure message={explainFailure(t, error)} error={error} />}
          footer={t('lti.noAccount')}
        />
      </Suspense>
    );
  if (user === null)
    return (
      <AccountFrame title={t('lti.title')} text={t('lti.opening')}>
        <Loader role="status" aria-label={t('lti.opening')} />
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={t('lti.otherTitle')}
      text={t('lti.other', { platform: launch.platform_name, linked: email, current: user.email })}
    >
      <Stack gap="md">
        {error !== null && <Failure message={explainFailure(t, error)} error={error} />}
        <Button loading={isWorking} onClick={call}>
          {t('lti.switch', { email })}
        </Button>
        <LeaveButton label={t('lti.stay', { email: user.email })} />
      </Stack>
    </AccountFrame>
  );
}
