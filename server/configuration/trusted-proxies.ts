import { isIP } from 'node:net';
import { z } from 'zod';
import { text } from './setting-schemas.ts';

/** The parts of a list, trimmed, without empty ones. */
export const commaSeparated = (value: string | undefined): string[] =>
  value === undefined
    ? []
    : value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(part: string): boolean {
  const [address = '', prefix, ...rest] = part.split('/');
  if (rest.length > 0) return false;
  if (prefix === undefined) return NAMED_NETWORKS.includes(address) || isIP(address) !== 0;
  return (
    isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128)
  );
}

/** Whose word on the client's address counts: true (any proxy), a number of proxies, or their networks. */
export const trustedProxies = text.transform((value, context): boolean | number | string | undefined => {
  if (value === undefined || value === 'false') return undefined;
  if (value === 'true') return true;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = commaSeparated(value);
  if (parts.length > 0 && parts.every(isNetwork)) return parts.join(',');
  context.addIssue('must be true, a number of proxies, or addresses such as 127.0.0.1,10.0.0.0/8');
  return z.NEVER;
});
