import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';

/** The students' page, built on its own: nothing of the instructors' app gets into it. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  tsconfig: join(import.meta.dirname, '../tsconfig.build.json'),
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: { input: join(import.meta.dirname, 'student.html') },
  },
});
