import { RuleTester } from 'oxlint/plugins-dev';
import { describe, test } from 'vitest';
import plugin from './retrying-assertions.ts';

RuleTester.describe = describe;
RuleTester.it = test;

const options = [{ allow: ['listViolations'] }];

new RuleTester({ languageOptions: { sourceType: 'module' } }).run(
  'retrying-assertions',
  plugin.rules['retrying-assertions'],
  {
    valid: [
      'await eventually(() => rows.count()).toBe(2);',
      'await expect.poll(async () => (await list.getAttribute("id"))?.length).toBe(2);',
      'expect(count).toBe(2);',
      'expect(await client.getLesson(7)).toEqual(lesson);',
      'expect((await sent).postDataJSON()).toEqual({});',
      'expect(async () => { await rows.count(); }).toThrow();',
      { code: 'expect(await listViolations(page)).toEqual([]);', options },
    ],
    invalid: [
      'expect(await rows.count()).toBe(2);',
      'expect(await page.getByRole("link").getAttribute("href"), "why").not.toBe("/");',
      'expect((await field.boundingBox())?.width).toBe(400);',
      'expect([path, await page.title()]).toEqual(["/", "Lectern"]);',
      'expect(await hasFocus(field)).toBe(true);',
    ].map((code) => ({ code, errors: [{ messageId: 'once' }] })),
  },
);
