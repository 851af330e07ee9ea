import { ltiPlatformRequest, type LtiPlatform } from '#contract/lti.ts';
import {
  describeTool,
  listPlatforms,
  registerPlatform,
  removePlatform,
} from '#server/features/lti/administer-platforms.ts';
import { rotateKey } from '#server/features/lti/keys.ts';
import { wholeNumber } from './account-commands.ts';
import type { AdminCommand } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { COMMAND_LINE, commandOrigin } from './command-origin.ts';
import { withLectern } from './with-lectern.ts';

const values: AdminCommand = {
  usage: 'lti-values',
  summary: 'Print the addresses to enter in a learning platform (LTI 1.3).',
  run: (_given, print, signal) =>
    withLectern(signal, async (dependencies) => {
      const value = await describeTool(dependencies, commandOrigin(dependencies.config));
      await print({
        value,
        text:
          `Login initiation URL: ${value.login_url}\n` +
          `Redirect URI, target link and deep linking URL: ${value.launch_url}\n` +
          `Public keyset URL: ${value.keys_url}`,
      });
    }),
};

const list: AdminCommand = {
  usage: 'lti-platforms',
  summary: 'List the learning platforms that may launch Lectern.',
  run: (_given, print, signal) =>
    withLectern(signal, async (dependencies) => {
      const value = await listPlatforms(dependencies);
      const text = value.length === 0 ? 'No platforms.' : value.map(describePlatform).join('\n');
      await print({ value, text });
    }),
};

const OPTIONS = {
  name: { type: 'string' },
  issuer: { type: 'string' },
  client: { type: 'string' },
  deployments: { type: 'string' },
  'authorization-url': { type: 'string' },
  'token-url': { type: 'string' },
  'token-audience': { type: 'string' },
  'jwks-url': { type: 'string' },
  sites: { type: 'string' },
} as const;

const listParts = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(',').filter((part) => part.trim() !== '') : [];

const add: AdminCommand = {
  usage:
    'add-lti-platform --name NAME --issuer URL --client ID --deployments ID,… --authorization-url URL --token-url URL --jwks-url URL --sites URL,… [--token-audience URL]',
  summary: 'Register a learning platform with the values that it shows.',
  options: OPTIONS,
  run: ({ values: given }, print, signal) => {
    const parsed = ltiPlatformRequest.safeParse({
      name: given['name'],
      issuer: given['issuer'],
      client_id: given['client'],
      deployment_ids: listParts(given['deployments']),
      authorization_url: given['authorization-url'],
      token_url: given['token-url'],
      token_audience: given['token-audience'] ?? null,
      jwks_url: given['jwks-url'],
      frame_origins: listParts(given['sites']),
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new AdminError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
    }
    return withLectern(signal, async (dependencies) => {
      const value = await registerPlatform(dependencies, COMMAND_LINE, parsed.data);
      await print({ value, text: describePlatform(value) });
    });
  },
};

const remove: AdminCommand = {
  usage: 'remove-lti-platform NUMBER',
  summary: 'Remove a learning platform. Attempts of its students stay.',
  positionals: 1,
  run: ({ positionals: [id = ''] }, print, signal) =>
    withLectern(signal, async (dependencies) => {
      await removePlatform(dependencies, COMMAND_LINE, wholeNumber(id, 'NUMBER'));
      await print({ value: { id: Number(id), removed: true }, text: 'Removed.' });
    }),
};

const replaceKey: AdminCommand = {
  usage: 'replace-lti-key',
  summary: 'Sign with a new key from now on. The old one stays published for a week.',
  run: (_given, print, signal) =>
    withLectern(signal, async (dependencies) => {
      await rotateKey(dependencies, COMMAND_LINE);
      await print({ value: { replaced: true }, text: 'Replaced.' });
    }),
};

export const platformCommands: Readonly<Record<string, AdminCommand>> = {
  'lti-values': values,
  'lti-platforms': list,
  'add-lti-platform': add,
  'remove-lti-platform': remove,
  'replace-lti-key': replaceKey,
};

const describePlatform = ({
  id,
  name,
  issuer,
  client_id: client,
  deployment_ids: deployments,
}: LtiPlatform) => `${id}  ${name}  ${issuer}  client ${client}, deployments ${deployments.join(', ')}`;
