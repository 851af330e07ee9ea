import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';

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
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          })),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), preloadFonts()],
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
        // What every screen needs, as one file that changes only when these packages do.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next)[\\/]/,
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
