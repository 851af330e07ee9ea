import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * What must not stand anywhere in what Lectern runs, for reasons of security. Each pattern is first shown a line that it
 * must find: a pattern that finds nothing may be wrong.
 */
const root = join(import.meta.dirname, '../..');
const sources = ['contract', 'server', 'web', 'tools/checks', 'tools/development', 'tools/install']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$|\/dist\/|\/testing\/|\/fixtures\//u.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly example: string;
  /** The files where it is still allowed. */
  readonly except?: readonly string[];
}

const RULES: readonly Rule[] = [
  {
    name: 'no program is started through a shell',
    pattern:
      /\bshell: |(?<![.\w])exec(?:Sync)?\(|import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'/u,
    example: "spawn('ls', { shell: true })",
  },
  {
    name: 'no text is run as a program',
    pattern: /\beval\(|\bnew Function\(|'node:vm'|set(?:Timeout|Interval)\(\s*['"`]/u,
    example: "new Function('return 1')",
  },
  {
    name: 'no text becomes elements of a page',
    pattern: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/u,
    example: 'element.innerHTML = text',
  },
  {
    name: 'certificates are always checked',
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/u,
    example: 'rejectUnauthorized: false',
  },
  {
    name: 'data is encrypted with AES-256-GCM and nothing else',
    pattern: /create(?:Cipher|Decipher)(?:iv)?\((?!'aes-256-gcm')/u,
    example: "createCipheriv('aes-256-ecb', key, null)",
  },
  {
    name: 'hashes are of the SHA-2 family',
    pattern: /create(?:Hash|Hmac)\((?!'sha(?:256|512)')/u,
    example: "createHash('sha1')",
    // The check sum that Azure and S3 ask for with each part.
    except: ['server/platform/files/write-in-parts.ts'],
  },
  {
    name: 'nothing that must not be guessed comes from Math.random',
    pattern: /Math\.random\(/u,
    example: 'const token = Math.random().toString(36)',
    // How long to wait until another attempt.
    except: [
      'server/features/activity/events.routes.ts',
      'server/platform/http/account-limits.ts',
      'server/platform/lower-priority.ts',
    ],
  },
  {
    name: 'only one module connects to PostgreSQL',
    pattern: /new (?:pg\.)?(?:Client|Pool)\(/u,
    example: 'new pg.Client({ connectionString })',
    // With the settings of postgres-client.ts.
    except: ['server/platform/database/database.ts', 'server/platform/database/postgres-client.ts'],
  },
  {
    name: 'only one module uses the tables of pg-boss',
    pattern: /\bpgboss\.(?:job|queue|version)\b|\bschema pgboss\b/u,
    example: 'delete from pgboss.job',
    except: ['server/platform/jobs/queue-tables.ts'],
  },
  {
    name: 'no migration makes an account',
    pattern: /insertInto\('users'\)|insert into users/iu,
    example: "database.insertInto('users')",
    // A registration.
    except: ['server/features/accounts/account.store.ts'],
  },
];

test('finds source files', () => {
  expect(sources.length).toBeGreaterThan(400);
});

test.each(RULES.map((rule) => [rule.name, rule] as const))(
  '%s',
  (_name, { pattern, example, except = [] }) => {
    expect(example).toMatch(pattern);
    const found = sources.filter(({ path, text }) => pattern.test(text) && !except.includes(path));
    expect(found.map(({ path }) => path)).toEqual([]);
    // An exception that is no longer needed must be removed.
    for (const each of except) expect(sources.find(({ path }) => path === each)?.text).toMatch(pattern);
  },
);
