import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** The api process of a running Lectern; `npm run dev` passes on to it what it does not serve itself. */
const API = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** The Latin letters of both typefaces, which each screen shows at once. */
const FIRST_FONTS = ['inter-latin-wght-normal', 'source-serif-4-latin-wght-normal'];

/** Preloads the fonts with the code instead of after the style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2') && FIRST_FONTS.some((font) => file.includes(font)))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: true,
              fetchpriority: 'low',
            },
          })),
    },
  };
}

/**
 * A second page, which the server sends for the screens behind the login: it has the browser fetch their frame along with
 * the first code instead of after it has run.
 */
function makeSignedInPage(): Plugin {
  return {
    name: 'signed-in-page',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const links = Object.keys(bundle)
          .filter((file) => /^assets\/(forms|queries|frame|main-layout)-.*\.(js|css)$/.test(file))
          .map((file) =>
            file.endsWith('.js')
              ? `<link rel="modulepreload" crossorigin href="/${file}">`
              : `<link rel="preload" as="style" crossorigin href="/${file}">`,
          );
        if (links.length === 0) this.error('The layout of the signed-in screens is not in a separate file.');
        this.emitFile({
          type: 'asset',
          fileName: 'signed-in.html',
          // The fonts come after the code: on these screens it is what one waits for.
          source: String(page.source)
            .replace(/<link rel="preload" as="font"[^>]*>\s*/g, '')
            .replace('</head>', `${links.join('')}</head>`),
        });
      },
    },
  };
}

/**
 * `page-files.json`: the files that each page needs, by the name of its module. The server has the browser fetch them along
 * with the first code, instead of after that has run.
 */
function listPageFiles(): Plugin {
  return {
    name: 'page-files',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const pages = Object.values(bundle).flatMap((chunk) => {
          const [, name] =
            /[\\/]web[\\/]pages[\\/](.+)\.tsx$/.exec(
              (chunk.type === 'chunk' && chunk.facadeModuleId) || '',
            ) ?? [];
          return name === undefined ? [] : [[name, [...findFiles(chunk.fileName, bundle)]]];
        });
        if (pages.length === 0) this.error('No page is in a file of its own.');
        this.emitFile({
          type: 'asset',
          fileName: 'page-files.json',
          source: JSON.stringify(Object.fromEntries(pages)),
        });
      },
    },
  };
}

/** A file of the build, what it imports, and the style sheets of all of them. */
function findFiles(
  file: string,
  bundle: Rolldown.OutputBundle,
  found: Set<string> = new Set<string>(),
): Set<string> {
  const chunk = bundle[file];
  if (found.has(file) || chunk?.type !== 'chunk') return found;
  found.add(file);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const imported of chunk.imports) findFiles(imported, bundle, found);
  return found;
}

/** Fails the build when a component of Mantine is used and its styles are not (`ui/component-styles.css`). */
function checkComponentStyles(): Plugin {
  const styles = join(import.meta.dirname, '../node_modules/@mantine/core/styles');
  return {
    name: 'check-component-styles',
    generateBundle(_options, bundle) {
      const imported = [
        join(import.meta.dirname, 'ui/component-styles.css'),
        join(import.meta.dirname, 'app/styles.css'),
      ]
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      const used = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? Object.entries(chunk.modules) : [],
      );
      const missing = used
        .filter(([, { renderedLength }]) => renderedLength > 0)
        .map(([id]) => /@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/.exec(id)?.[1])
        .filter((name) => name !== undefined && existsSync(join(styles, `${name}.css`)))
        .filter((name) => !imported.includes(`/${String(name)}.`));
      if (missing.length > 0) this.error(`ui/component-styles.css lacks ${missing.join(', ')}.`);
    },
  };
}

/**
 * Drops the names that components of React Router have in developer tools: assigning them keeps components that no page
 * uses, such as its forms, and what they import.
 */
function dropDisplayNames(): Plugin {
  return {
    name: 'drop-display-names',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/\bReact(\$1)?\.(createContext|forwardRef|memo)\(/g, '/* @__PURE__ */ $&'),
        map: null,
      }),
    },
  };
}

/** An index of a package imports all there is; what of it is used, it does not tell. */
const PACKAGE_INDEX = /node_modules.*[\\/](index|tabler-icons-react)\.m?js$/;
/** The base styles of every Mantine component. */
const MANTINE_CORE = /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/]Title)[\\/]/;
/** What the forms of the public pages are made of, without check boxes, which only one has, and the floating parts of menus. */
const MANTINE_FORMS =
  /@mantine[\\/]core[\\/]esm[\\/](components[\\/](ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Transition|UnstyledButton)|utils(?![\\/]Floating))[\\/]|icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(AlertTriangle|BuildingCommunity|Check|Copy|Eye|EyeOff|Mail)\.mjs$/;

/** Puts what these files import, without what they load later, into `group`; only modules that match `shared`, if given. */
function groupOf(
  group: string,
  files: readonly string[],
  shared?: RegExp,
): Rolldown.CodeSplittingNameFunction {
  const roots = new Set(files.map((file) => join(import.meta.dirname, file)));
  return (id, graph) => {
    const seen = new Set<string>();
    const isReached = (module: string): boolean => {
      if (roots.has(module)) return true;
      if (seen.has(module) || PACKAGE_INDEX.test(module)) return false;
      seen.add(module);
      return graph.getModuleInfo(module)?.importers.some(isReached) ?? false;
    };
    if (shared?.test(id) === false) return null;
    if (group === 'first' && MANTINE_CORE.test(id)) return group;
    if (group === 'forms' && MANTINE_FORMS.test(id)) return group;
    return isReached(id) ? group : null;
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  tsconfig: join(import.meta.dirname, 'tsconfig.build.json'),
  plugins: [
    react(),
    dropDisplayNames(),
    preloadFonts(),
    makeSignedInPage(),
    listPageFiles(),
    checkComponentStyles(),
  ],
  resolve: {
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'app/zod-without-compiling.ts') }],
  },
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Nothing may be inlined, because the Content-Security-Policy allows no data: script or style.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    license: true,
    rolldownOptions: {
      output: {
        // The first file names all others, and random letters do not compress: each that is spared counts 150 times.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              priority: 4,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next)[\\/]/,
            },
            // What every page needs in one file more, and the frame of the screens behind the login in another: over a
            // slow line, each further file costs as much as thirty kilobytes.
            {
              debugName: 'first',
              name: groupOf('first', ['main.tsx']),
              priority: 3,
            },
            // What the forms of the public pages share with the frame; without it, /login would load the whole frame.
            {
              debugName: 'forms',
              name: groupOf(
                'forms',
                ['pages/login-page.tsx', 'pages/register-page.tsx', 'pages/reset-password-page.tsx'],
                /node_modules|[\\/]web[\\/](ui|api-client)[\\/]/,
              ),
              priority: 2,
            },
            {
              name: 'queries',
              test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/,
              priority: 2,
            },
            {
              debugName: 'frame',
              name: groupOf('frame', ['app/layout/main-layout.tsx']),
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api/', '/ai/', '/files/'].map((path) => [path, { target: API }])),
  },
});
