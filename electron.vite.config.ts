import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string) => resolve(import.meta.dirname, path);

/** One build for both shapes of the program: `out/main` (service, shell), `out/preload` and `out/renderer` (console). */
export default defineConfig({
  main: {
    build: {
      // Put into the build, where what is not used falls away: from hundreds of files they make up most of a start.
      externalizeDeps: { exclude: ['@trpc/server', 'jose', 'kysely', 'lru-cache', 'zod', 'zod-openapi'] },
      outDir: at('out/main'),
      rollupOptions: {
        input: {
          index: at('main/index.ts'),
          cli: at('main/cli.ts'),
          'password-worker': at('main/security/password-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: at('out/preload'),
      rollupOptions: {
        input: { index: at('preload/index.ts') },
        // A sandboxed preload script is CommonJS, in one file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [react()],
    // Only for work on it. The desktop window's page has another origin, so that it is told where its news come from.
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      ws: { protocol: 'ws', host: '127.0.0.1', clientPort: 5173 },
    },
    build: {
      outDir: at('out/renderer'),
      // Off by default for desktop programs; this console is also loaded over a network.
      minify: true,
      target: 'es2023',
      // A data address would need its own permission in the page's policy.
      assetsInlineLimit: 0,
      rollupOptions: { input: at('renderer/index.html') },
    },
  },
});
