import { globSync, readFileSync } from 'node:fs';

/**
 * Prints the packages that an image no longer needs once the web app is built: those that `web/` imports, but neither `contract/` nor
 * `server/` does, apart from the build itself.
 */
const read = (pattern: string): string =>
  globSync(pattern, {
    exclude: ['web/dist*/**', '**/*.test.ts', '**/testing/**', 'server/commands/build-web.ts'],
  })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
};
const web = read('web/**/*.{ts,tsx,css}');
const server = read('{contract,server}/**/*.ts');
const isNamed = (name: string, code: string): boolean =>
  [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`].some((named) => code.includes(named));
console.log(
  Object.keys(dependencies)
    .filter((name) => isNamed(name, web) && !isNamed(name, server))
    .join(' '),
);
