import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** The api process of a running Lectern; `npm run dev` passes on to it what it does not serve itself. */
const API = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** The Latin letters of both typefaces, which each screen shows at once. */
const FIRST_FONTS = ['inter-latin-wght-normal', 'source-serif-4-latin-wght-normal'];

/** Has the browser fetch the fonts along with the code instead of after the style sheet. */
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
          .filter((file) => /^assets\/(frame|main-layout|further-texts)-.*\.(js|css)$/.test(file))
          .map((file) =>
            file.endsWith('.js')
              ? `<link rel="modulepreload" crossorigin href="/${file}">`
              : `<link rel="preload" as="style" crossorigin href="/${file}">`,
          );
        if (links.length === 0)
          this.error('The frame of the screens behind the login is in no file of its own.');
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

/** An index of a package imports all there is; what of it is used, it does not tell. */
const PACKAGE_INDEX = /node_modules.*[\\/](index|tabler-icons-react)\.m?js$/;
/** What every component of Mantine stands on. */
const MANTINE_CORE = /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/]Title)[\\/]/;

/** Puts what these files import, without what they load later, into `group`. */
function groupOf(group: string, files: readonly string[]): Rolldown.CodeSplittingNameFunction {
  const roots = new Set(files.map((file) => join(import.meta.dirname, file)));
  return (id, graph) => {
    const seen = new Set<string>();
    const isReached = (module: string): boolean => {
      if (roots.has(module)) return true;
      if (seen.has(module) || PACKAGE_INDEX.test(module)) return false;
      seen.add(module);
      return graph.getModuleInfo(module)?.importers.some(isReached) ?? false;
    };
    return isReached(id) || (group === 'first' && MANTINE_CORE.test(id)) ? group : null;
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  tsconfig: join(import.meta.dirname, 'tsconfig.build.json'),
  plugins: [react(), preloadFonts(), makeSignedInPage(), checkComponentStyles()],
  resolve: {
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'app/zod-without-compiling.ts') }],
  },
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Each file must be a file of its own: the Content-Security-Policy allows no data: script or style.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    license: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next)[\\/]/,
            },
            // The first screen in one file more, and the frame of the screens behind the login in another: over a slow
            // line, each further file costs as much as thirty kilobytes.
            {
              debugName: 'first',
              name: groupOf('first', ['main.tsx', 'pages/welcome-page.tsx']),
              priority: 2,
            },
            {
              debugName: 'frame',
              name: groupOf('frame', [
                'app/layout/main-layout.tsx',
                'pages/courses-page.tsx',
                'locales/en/further-texts.ts',
              ]),
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
