const FILE_STORE_ADDRESS =
  'If FILE_STORE was s3, write FILE_STORE=s3://BUCKET?region=REGION, with &endpoint=ADDRESS for another server.';
const AWS_CREDENTIALS = 'If FILE_STORE was s3, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
const MODEL_IN_BROWSER = 'Set it under Administration, Language model.';
const FIXED = 'Its value is now fixed.';
const FACTOR = 'LIMITS_FACTOR multiplies this limit.';

/** Settings of earlier versions that would be dangerous to ignore, because people could get in, or data could be deleted or sent elsewhere, and what replaces them. */
const STOPS: Readonly<Record<string, string>> = {
  AZURE_STORAGE_CONTAINER: 'If FILE_STORE was azure, write FILE_STORE=azure://CONTAINER.',
  LOCAL_ACCOUNTS: 'Set OIDC_ACCOUNTS=only instead of LOCAL_ACCOUNTS=off; remove LOCAL_ACCOUNTS=on.',
  MAIL_FROM: 'Add ?from=ADDRESS to SMTP_URL.',
  OIDC_CREATE_ACCOUNTS:
    'Set OIDC_ACCOUNTS=create instead of OIDC_CREATE_ACCOUNTS=on. With OIDC_ACCOUNTS=only each user of the provider gets an account: if it was off, restrict them with OIDC_ALLOWED_DOMAINS or at the provider.',
  S3_ACCESS_KEY_ID: AWS_CREDENTIALS,
  S3_BUCKET: FILE_STORE_ADDRESS,
  S3_ENDPOINT: FILE_STORE_ADDRESS,
  S3_REGION: FILE_STORE_ADDRESS,
  S3_SECRET_ACCESS_KEY: AWS_CREDENTIALS,
  TRANSCRIPTION_API_KEY: 'Write TRANSCRIPTION_BASE_URL=https://KEY@HOST/v1, with %2F for a slash in the key.',
  TRANSCRIPTION_MODEL: 'Add ?model=NAME to TRANSCRIPTION_BASE_URL.',
  TRASH_DAYS: 'Deleted courses and lessons are removed after 30 days; remove the setting if that is enough.',
};

const IGNORED: Readonly<Record<string, string>> = {
  AZURE_STORAGE_ACCOUNT: 'Set AZURE_STORAGE_CONNECTION_STRING.',
  AZURE_STORAGE_KEY: 'Set AZURE_STORAGE_CONNECTION_STRING.',
  CALLS_PER_SECOND_PER_INSTRUCTOR: FACTOR,
  DATABASE_POOL_SIZE: 'Add connection_limit=NUMBER to DATABASE_URL, if that is set.',
  DRAIN_GRACE_SECONDS: FIXED,
  DRAIN_LIMIT_SECONDS: FIXED,
  EXPORTS_PER_ACCOUNT: FACTOR,
  FILE_LINKS: 'Add links=direct to the address in FILE_STORE.',
  LANGUAGE_MODEL_API_VERSION: MODEL_IN_BROWSER,
  LANGUAGE_MODEL_GPU: MODEL_IN_BROWSER,
  LANGUAGE_MODEL_INPUT_PRICE: MODEL_IN_BROWSER,
  LANGUAGE_MODEL_OUTPUT_PRICE: MODEL_IN_BROWSER,
  LANGUAGE_MODEL_TIMEOUT_SECONDS: MODEL_IN_BROWSER,
  LOG_FORMAT: 'Logs are JSON lines, except on a terminal.',
  LOGIN_FAILURES_PER_ACCOUNT: FIXED,
  LOGIN_FAILURES_PER_ADDRESS: FIXED,
  MAX_CONNECTIONS: FIXED,
  MAX_JOBS_PER_INSTRUCTOR: FACTOR,
  MAX_REQUESTS: FIXED,
  MAX_RUNNING_JOBS_PER_INSTRUCTOR: FACTOR,
  MAX_STREAMS_PER_INSTRUCTOR: FACTOR,
  MAX_UPLOADS: FIXED,
  MAX_WAITING_REQUESTS: FIXED,
  METRICS: 'Without METRICS_TOKEN only programs on this machine can read /metrics.',
  OVERLOAD_DELAY_MILLISECONDS: FACTOR,
  PASSWORD_RESETS_PER_ADDRESS: FACTOR,
  REGISTRATIONS_PER_ADDRESS: FACTOR,
  S3_FORCE_PATH_STYLE: 'With an endpoint the bucket is part of the path.',
  SEARCH_MEMORY_MEGABYTES: FIXED,
  SESSION_MAX_DAYS: 'A session ends after six times SESSION_DAYS.',
  STORAGE_FREE_FLOOR: FIXED,
  WORK_CALLS_PER_HOUR: FACTOR,
};

export const retiredSettingNames: readonly string[] = [...Object.keys(STOPS), ...Object.keys(IGNORED)];

/** Removes them from the environment of child processes, which need not report them again. */
export const withoutRetired: NodeJS.ProcessEnv = Object.fromEntries(
  retiredSettingNames.map((name) => [name, '']),
);

/** A sentence for each retired variable that is set; `stops` where ignoring it would be dangerous. */
export const listRetired = (variables: NodeJS.ProcessEnv): { sentence: string; stops: boolean }[] =>
  retiredSettingNames
    .filter((name) => (variables[name] ?? '').trim() !== '')
    .map((name) => ({
      sentence: `${name}: is no longer a setting. ${STOPS[name] ?? IGNORED[name] ?? ''}`,
      stops: name in STOPS,
    }));
