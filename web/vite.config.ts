import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

/** The api process of a running Lectern; `npm run dev` passes on to it what it does not serve itself. */
const API = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Each file must be a file of its own: the Content-Security-Policy allows no data: script or style.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    license: true,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/ai', '/files'].map((path) => [path, { target: API }])),
  },
});
