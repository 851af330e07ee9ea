import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { dirname, join as joinPath } from 'node:path/posix';
import ts from 'typescript';
import { z } from 'zod';
import { DEPENDENCY_RULES, type DependencyRule, type TargetKind } from './dependency-rules.ts';

/** `npm run check:rules`: finds the imports that tools/checks/dependency-rules.ts forbids. */
const FOLDERS = ['contract', 'server', 'web', 'e2e', 'tools'];
const IGNORED = /^web\/dist[^/]*\//u;

interface Dependency {
  readonly from: string;
  /** A path from the root; for a package, below `node_modules/`. */
  readonly to: string;
  readonly kind: TargetKind;
  readonly isTypeOnly: boolean;
}

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

const names = z.record(z.string(), z.string()).default({});
const packageFile = z.object({ imports: names, dependencies: names, devDependencies: names });

/** The modules that a file imports, in any form. */
function listImports(path: string, text: string): { specifier: string; isTypeOnly: boolean }[] {
  const found: { specifier: string; isTypeOnly: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    const add = (specifier: ts.Node | undefined, isTypeOnly: boolean): void => {
      if (specifier !== undefined && ts.isStringLiteralLike(specifier))
        found.push({ specifier: specifier.text, isTypeOnly });
    };
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

/** Every import of every file below the root. */
function listDependencies(root: string): Dependency[] {
  const settings = packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const aliases = Object.entries(settings.imports).map(
    ([name, target]) => [name.replace('*', ''), target.replace('./', '').replace('*', '')] as const,
  );
  const isListed = (list: Record<string, string>, name: string): boolean =>
    name in list || `@types/${name}` in list;
  const resolve = (from: string, specifier: string): Pick<Dependency, 'to' | 'kind'> => {
    const path = specifier.replace(/[?].*$/u, '');
    const alias = aliases.find(([name]) => path.startsWith(name));
    if (path.startsWith('.') || alias !== undefined) {
      const to = alias === undefined ? joinPath(dirname(from), path) : alias[1] + path.slice(alias[0].length);
      return { to, kind: existsSync(join(root, to)) ? 'file' : 'unresolved' };
    }
    if (path.startsWith('node:') || builtinModules.includes(path)) return { to: path, kind: 'built-in' };
    const to = `node_modules/${path}/`;
    const [name = path] = /^(?:@[^/]+[/])?[^/]+/u.exec(path) ?? [];
    if (isListed(settings.dependencies, name)) return { to, kind: 'package' };
    if (isListed(settings.devDependencies, name)) return { to, kind: 'development-package' };
    return { to, kind: existsSync(join(root, 'node_modules', name)) ? 'unknown-package' : 'unresolved' };
  };
  return FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /[.]tsx?$/u.test(path) && !IGNORED.test(path))
    .flatMap((from) =>
      listImports(from, readFileSync(join(root, from), 'utf8')).map(({ specifier, isTypeOnly }) => ({
        from,
        isTypeOnly,
        ...resolve(from, specifier),
      })),
    );
}

/** The files in an import cycle (Tarjan's strongly connected components), each with the number of its cycle. */
function findCircles(dependencies: readonly Dependency[]): Map<string, number> {
  const imports = Map.groupBy(dependencies, ({ from }) => from);
  const circles = new Map<string, number>();
  const indices = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    const index = indices.size;
    indices.set(file, index);
    stack.push(file);
    let lowest = index;
    for (const { to } of imports.get(file) ?? []) {
      if (!indices.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, indices.get(to) ?? index);
    }
    if (lowest === index) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) for (const each of circle) circles.set(each, index);
    }
    return lowest;
  };
  for (const file of imports.keys()) if (!indices.has(file)) visit(file);
  return circles;
}

const asList = (patterns: string | readonly string[] | undefined): readonly string[] =>
  typeof patterns === 'string' ? [patterns] : (patterns ?? []);
const matches = (
  path: string,
  patterns: string | readonly string[] | undefined,
): RegExpExecArray | undefined =>
  asList(patterns)
    .map((pattern) => new RegExp(pattern, 'u').exec(path))
    .find((match) => match !== null);

function isForbidden({ from, to }: DependencyRule, each: Dependency, isCircular: boolean): boolean {
  const origin = matches(each.from, from.path);
  if ((from.path !== undefined && origin === undefined) || matches(each.from, from.pathNot)) return false;
  const fill = (patterns: string | readonly string[] | undefined): string[] =>
    asList(patterns).map((pattern) => pattern.replace('$1', origin?.[1] ?? '$1'));
  if (to.path !== undefined && !matches(each.to, fill(to.path))) return false;
  if (matches(each.to, fill(to.pathNot))) return false;
  if (to.kind !== undefined && to.kind !== each.kind) return false;
  if (to.typeOnly === false && each.isTypeOnly) return false;
  return to.isCircular === undefined || isCircular;
}

export function findViolations(root: string): Violation[] {
  const dependencies = listDependencies(root);
  const circles = findCircles(dependencies);
  return dependencies.flatMap((each) => {
    const circle = circles.get(each.from);
    const isCircular = circle !== undefined && circle === circles.get(each.to);
    return DEPENDENCY_RULES.filter((rule) => isForbidden(rule, each, isCircular)).map(({ name }) => ({
      rule: name,
      from: each.from,
      to: each.to,
    }));
  });
}

if (import.meta.main) {
  const violations = findViolations(join(import.meta.dirname, '../..'));
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
  if (violations.length > 0) process.exitCode = 1;
}
