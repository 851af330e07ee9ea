import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * `npm run check:words`: finds the words that docs/words.md replaces, in the docs, in the English texts of the web app, in the
 * messages of the server, and in comments and test names. Each pattern is narrow enough that a hit is always a mistake.
 */
const ROOT = join(import.meta.dirname, '../..');

interface ReplacedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

const REPLACED_WORDS: readonly ReplacedWord[] = [
  {
    pattern: /\b(?:tells|(?:is|are|was|were|be|has|have|had) told(?! apart\b))\b/giu,
    instead: 'says, shows, reports, describes',
  },
  {
    pattern: /\bstands\b(?! (?:alone|for|out)\b)|\bstand (?:at|beside|here|in|on|once|there|twice)\b/giu,
    instead: 'is, appears, is in',
  },
  { pattern: /\b(?:some|no|every)body\b/giu, instead: 'another user, no one; or the role' },
  { pattern: /\banew\b|\bonce more\b|\bagain and again\b/giu, instead: 'again, re-…' },
  { pattern: /\bof (?:its|one['’]s|our|their|your) own\b/giu, instead: 'its own, your own' },
  {
    pattern: /\b(?:go|goes|going) on\b|\bcomes? (?:about|back)\b(?! after sometime)/giu,
    instead: 'continues, returns, happens',
  },
  { pattern: /\bwhat (?:is|was) (?:made|there)\b/giu, instead: 'the name of the thing' },
  { pattern: /\b(?:is|are|to be) had\b/giu, instead: 'is available' },
  {
    pattern:
      /\blets (?:read|write)\b|\b(?:has|have|had) (?:it|them|the \w+) (?:checked|judged|made|read|sent|written)\b/giu,
    instead: 'the verb itself: streams, imports, parses',
  },
  {
    pattern: /\bbeside (?:each other|it|one another|other \w+|that|them|these|this|those|which)\b/giu,
    instead: 'in addition',
  },
  { pattern: /\bmeanwhile\b/giu, instead: 'while …' },
  { pattern: /\bmend(?:ed|ing|s)?\b|\bputs? (?:it |them )?right\b/giu, instead: 'fix' },
  {
    pattern: /\b(?:at least|at most|contains?|holds?|up to) (?:\w+ )?(?:letters|signs)\b/giu,
    instead: 'characters',
  },
  { pattern: /\b(?:option|name|stands?|there) twice\b/giu, instead: 'duplicate' },
  {
    pattern:
      /\bunsound\b|\b(?:are|be|is|was|were) sound\b|\bsound (?:answer|distractor|evidence|item|option|question|quiz|stem)s?\b/giu,
    instead: 'valid',
  },
  { pattern: /\bas hard as that\b/giu, instead: 'why this difficulty' },
];

/** Messages are the arguments of errors, and the values of these properties. */
const MESSAGE_PROPERTIES = new Set(['detail', 'error', 'help', 'message', 'note', 'reason', 'title']);

export interface Passage {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Code and quotations may contain any word. */
const dropQuotations = (text: string): string => text.replaceAll(/`[^`]*`|“[^”]*”|"[^"]*"/gu, '…');

/** The passages of a page that are prose. */
export function readMarkdown(file: string, page: string): Passage[] {
  let isCode = false;
  return page.split('\n').map((line, index) => {
    const isFence = /^\s*(?:```|~~~)/u.test(line);
    if (isFence) isCode = !isCode;
    const prose = isCode || isFence ? '' : dropQuotations(line);
    return { file, line: index + 1, text: prose };
  });
}

/** The texts of a locale file. Each value has its own line, as Prettier writes it. */
export function readLocale(file: string, json: string): Passage[] {
  return json
    .split('\n')
    .map((line, index) => ({ file, line: index + 1, text: /^\s*"[^"]+": "(.*)",?$/u.exec(line)?.[1] ?? '' }));
}

/** The string literals of a source file that people read: every one of the contract, elsewhere those in errors and messages. */
export function readMessages(file: string, source: string): Passage[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const passages: Passage[] = [];
  const visit = (node: ts.Node, isMessage: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isRegularExpressionLiteral(node) || ts.isTypeNode(node)) return;
    const isText =
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (isText && isMessage) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      passages.push({ file, line: line + 1, text: node.text });
    }
    const holdsMessage =
      isMessage ||
      (ts.isNewExpression(node) && /Error$/u.test(node.expression.getText())) ||
      (ts.isPropertyAssignment(node) && MESSAGE_PROPERTIES.has(node.name.getText()));
    ts.forEachChild(node, (child) => {
      visit(child, holdsMessage);
    });
  };
  visit(tree, file.startsWith('contract/'));
  return passages;
}

/** The comments and test names of a source file. Adjacent comments are one passage, since a phrase may cross their lines. */
export function readCommentsAndTestNames(file: string, source: string): Passage[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const passages: Passage[] = [];
  const add = (position: number, text: string): void => {
    const { line } = tree.getLineAndCharacterOfPosition(position);
    passages.push({ file, line: line + 1, text: dropQuotations(text) });
  };
  const addComments = (ranges: readonly ts.CommentRange[] = []): void => {
    const [first] = ranges;
    const texts = ranges.map(({ pos, end }) => source.slice(pos, end));
    if (first) add(first.pos, texts.join(' ').replaceAll(/\s+(?:\/\/|\*)?\s*/gu, ' '));
  };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText || ts.isJSDoc(node)) return;
    if (ts.isCallExpression(node) && /^(?:describe|test)\b/u.test(node.expression.getText())) {
      const [name] = node.arguments;
      if (name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name)))
        add(name.getStart(), name.getText().slice(1, -1));
    }
    const children = node.getChildren();
    if (children.length === 0) {
      addComments(ts.getLeadingCommentRanges(source, node.pos));
      addComments(ts.getTrailingCommentRanges(source, node.end));
    }
    children.forEach(visit);
  };
  visit(tree);
  return passages;
}

/** One line per replaced word: where it is, and what to write instead. */
export function findReplacedWords(passages: readonly Passage[]): string[] {
  return passages.flatMap(({ file, line, text }) =>
    REPLACED_WORDS.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(([word]) => `${file}:${line}: “${word}” → ${instead}`),
    ),
  );
}

/** What was released stays as it was written. */
const unreleasedPartOf = (changelog: string): string =>
  changelog.slice(0, changelog.search(/^## \[\d/mu) === -1 ? undefined : changelog.search(/^## \[\d/mu));

async function listFiles(folder: string, isWanted: (file: string) => boolean): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(isWanted)
    .toSorted();
}

async function readProject(): Promise<Passage[]> {
  const passages: Passage[] = [];
  const add = async (
    files: readonly string[],
    read: (file: string, text: string) => Passage[],
  ): Promise<void> => {
    for (const file of files) passages.push(...read(file, await readFile(join(ROOT, file), 'utf8')));
  };
  const isSource = (file: string): boolean =>
    file.endsWith('.ts') && !/\.(?:test|child)\.ts$|\/(?:testing|fixtures|migrations)\//u.test(file);
  // Decisions are the record of their day.
  const pages = await listFiles(
    'docs',
    (file) => file.endsWith('.md') && !file.startsWith('docs/decisions/'),
  );
  await add(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages], readMarkdown);
  await add(['CHANGELOG.md'], (file, text) => readMarkdown(file, unreleasedPartOf(text)));
  await add(await listFiles('web/locales/en', (file) => file.endsWith('.json')), readLocale);
  await add(
    [...(await listFiles('contract', isSource)), ...(await listFiles('server', isSource))],
    readMessages,
  );
  for (const folder of ['contract', 'server', 'web', 'tools', 'e2e'])
    await add(await listFiles(folder, (file) => /\.tsx?$/u.test(file)), readCommentsAndTestNames);
  return passages;
}

if (import.meta.main) {
  const passages = await readProject();
  const found = findReplacedWords(passages);
  process.stdout.write(
    [...found, `Wording: ${found.length} replaced words in ${passages.length} passages.`, ''].join('\n'),
  );
  if (found.length > 0) process.exitCode = 1;
}
