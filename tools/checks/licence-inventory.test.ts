import { expect, test } from 'vitest';
import { isAllowed, listLicenceProblems, listProductionPackages } from './licence-inventory.ts';

const lock = (packages: Record<string, object>) => ({
  packages: { '': { dependencies: { a: '1' } }, ...packages },
});

test('development packages are left out, nested and aliased ones are named', () => {
  const packages = listProductionPackages(
    lock({
      'node_modules/a': { license: 'MIT' },
      'node_modules/b': { license: 'GPL-3.0', dev: true },
      'node_modules/a/node_modules/@scope/c': { license: 'ISC' },
      'node_modules/alias': { name: 'real', license: 'MIT' },
    }),
  );
  expect(packages).toEqual([
    { name: '@scope/c', licence: 'ISC', isDirect: false },
    { name: 'a', licence: 'MIT', isDirect: true },
    { name: 'real', licence: 'MIT', isDirect: false },
  ]);
});

test.each(['MIT', '(MIT OR GPL-3.0)', '(Apache-2.0 AND BSD-3-Clause)'])('%s is allowed', (expression) => {
  expect(isAllowed(expression)).toBe(true);
});

test.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE', ''])(
  '“%s” is not allowed',
  (expression) => {
    expect(isAllowed(expression)).toBe(false);
  },
);

test('an unknown licence, none at all, and one that changed are problems', () => {
  const problems = listLicenceProblems(
    listProductionPackages(
      lock({
        'node_modules/a': { license: 'MIT' },
        'node_modules/copyleft': { license: 'GPL-3.0-only' },
        'node_modules/silent': {},
        'node_modules/mediabunny': { license: 'SSPL-1.0' },
      }),
    ),
  );
  expect(problems).toEqual([
    'copyleft is under GPL-3.0-only, which is not on the list of allowed licences.',
    'mediabunny is under SSPL-1.0, which is not on the list of allowed licences.',
    'silent declares no licence.',
  ]);
});
