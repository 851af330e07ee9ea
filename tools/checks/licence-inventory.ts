import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

export interface ProductionPackage {
  readonly name: string;
  /** An SPDX expression; undefined when the package declares none. */
  readonly licence: string | undefined;
  /** Named in package.json, not only brought along by another. */
  readonly isDirect: boolean;
}

/** Licences that ask for no more than that their text goes along. */
const ALLOWED = new Set([
  // Weak copyleft, file by file; brought along unchanged: lightningcss (builds styles), axe-core (tests).
  'MPL-2.0',
  // Fonts, which may be bundled and served, not sold by themselves.
  'OFL-1.1',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages that were looked at one by one, and what was found. */
const LOOKED_AT: ReadonlyMap<string, { readonly licence: string | undefined; readonly finding: string }> =
  new Map([
    [
      '@shinyoshiaki/jspack',
      {
        licence: undefined,
        finding: 'Declares none; its LICENSE file is the BSD licence. Optional part of node-av, not loaded.',
      },
    ],
    [
      'combine-errors',
      {
        licence: undefined,
        finding: 'Declares none; its Readme says MIT. Part of tus-js-client, which sends large uploads.',
      },
    ],
    [
      'png-js',
      {
        licence: undefined,
        finding: 'Declares none; its LICENSE file is the MIT licence. Part of PDFKit, which prints.',
      },
    ],
    [
      'mediabunny',
      {
        licence: 'MPL-2.0',
        finding:
          'Changes to its own files must stay open. Optional part of node-av, unchanged and not loaded.',
      },
    ],
  ]);

/** Every package that `npm ci --omit=dev` may install, on whichever platform, by name; each name once. */
export function listProductionPackages(packageLock: unknown): ProductionPackage[] {
  const { packages } = lockFile.parse(packageLock);
  const direct = new Set(Object.keys(packages['']?.dependencies ?? {}));
  const found = new Map<string, ProductionPackage>();
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.dev === true) continue;
    // An alias lies under another name than its own.
    const place = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const name = entry.name ?? place;
    const isDirect = direct.has(name) || found.get(name)?.isDirect === true;
    found.set(`${name} ${entry.license ?? ''}`, { name, licence: entry.license, isDirect });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Whether an SPDX expression is covered: one side of an OR suffices, an AND needs both. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim();
  if (bare.includes(' OR '))
    return !bare.includes(' AND ') && bare.split(' OR ').some((each) => ALLOWED.has(each.trim()));
  return bare.split(' AND ').every((each) => ALLOWED.has(each.trim()));
}

/** What prevents shipping these packages: one sentence for each. */
export function listLicenceProblems(packages: readonly ProductionPackage[]): string[] {
  return packages.flatMap(({ name, licence }) => {
    const known = LOOKED_AT.get(name);
    if (known !== undefined && known.licence === licence) return [];
    if (licence === undefined) return [`${name} declares no licence.`];
    return isAllowed(licence)
      ? []
      : [`${name} is under ${licence}, which is not on the list of allowed licences.`];
  });
}

/** The tables of docs/licences.md. */
export function renderLicenceTables(packages: readonly ProductionPackage[]): string {
  const licenceOf = ({ licence }: ProductionPackage) => licence ?? 'none declared';
  const direct = packages.filter((each) => each.isDirect);
  const byLicence = Map.groupBy(packages, (each) => each.licence ?? 'none declared');
  const groups = [...byLicence].sort(([one], [other]) => one.localeCompare(other, 'en'));
  const names = (group: readonly ProductionPackage[]) =>
    group.length > 15 ? 'the others' : group.map(({ name }) => `\`${name}\``).join(', ');
  return [
    `Named in package.json:`,
    table(
      ['package', 'licence'],
      direct.map((each) => [`\`${each.name}\``, licenceOf(each)]),
    ),
    `All ${packages.length}, with what those bring along, on every platform:`,
    table(
      ['licence', 'packages', 'which'],
      groups.map(([licence, group]) => [licence, String(group.length), names(group)]),
    ),
    `Looked at one by one:`,
    table(
      ['package', 'finding'],
      [...LOOKED_AT].map(([name, { finding }]) => [`\`${name}\``, finding]),
    ),
  ].join('\n\n');
}

/** A Markdown table, aligned as the formatter has it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
