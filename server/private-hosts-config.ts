import { z } from 'zod';
import { text } from './setting-schemas.ts';
import { commaSeparated } from './trusted-proxies.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

const hosts = text.pipe(
  z
    .string()
    .toLowerCase()
    .refine(
      (value) => commaSeparated(value).every((host) => HOST.test(host)),
      'must be hosts such as moodle.campus.internal,10.0.0.5:8080',
    )
    .optional(),
);

/** The environment variables about what Lectern may call at private addresses. */
export const privateHostSettings = { LTI_PRIVATE_HOSTS: hosts, WEBHOOK_PRIVATE_HOSTS: hosts };

/** Hosts (`host` or `host:port`) that Lectern may call at private addresses, and without TLS. */
export interface PrivateHostsConfig {
  /** Learning platforms. */
  readonly lti: readonly string[];
  /** Receivers of webhooks. */
  readonly webhooks: readonly string[];
}

export const readPrivateHosts = (value: {
  LTI_PRIVATE_HOSTS?: string | undefined;
  WEBHOOK_PRIVATE_HOSTS?: string | undefined;
}): PrivateHostsConfig => ({
  lti: commaSeparated(value.LTI_PRIVATE_HOSTS),
  webhooks: commaSeparated(value.WEBHOOK_PRIVATE_HOSTS),
});
