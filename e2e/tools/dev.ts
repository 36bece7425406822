import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type InlineConfig, mergeConfig } from 'vite';
import { findElectron, NoWindowError, requireDisplay } from '#main/cli/electron.ts';
import config from '../../electron.vite.config.ts';

/**
 * `npm run dev`: rebuilds while you work. With Electron, runs the desktop app and restarts it when main changes.
 * Otherwise runs the service from source, restarted the same way, and the console in a browser. Both update screens in
 * place.
 */

const root = join(import.meta.dirname, '../..');
const run = (command: string, args: string[], environment: NodeJS.ProcessEnv = {}) =>
  spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...environment },
  });

const inElectron = async (): Promise<number> => {
  requireDisplay(process.env, process.platform, process.getuid?.() === 0);
  const child = run('electron-vite', ['dev', '--watch'], { ELECTRON_EXEC_PATH: await findElectron() });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
};

/** The console's dev server forwards the service's paths under the service's own origin. */
const inBrowser = async (): Promise<void> => {
  const service = `http://127.0.0.1:${process.env.CASTELLAN_PORT ?? '4310'}`;
  if (!existsSync(join(root, 'out/renderer/index.html'))) await once(run('npm', ['run', '--silent', 'build']), 'close');
  const child = run(process.execPath, ['--watch', '--watch-preserve-output', 'main/cli.ts', 'serve']);
  const browser: InlineConfig = {
    configFile: false,
    server: {
      proxy: {
        '^/(trpc|api/v1|api/docs|healthz|readyz|metrics)(/|$)': {
          target: service,
          changeOrigin: true,
          configure: (proxy) => {
            proxy.on('proxyReq', (request) => request.setHeader('origin', service));
          },
        },
      },
    },
  };
  const server = await createServer(mergeConfig(config.renderer as InlineConfig, browser));
  await server.listen();
  server.printUrls();
  const stop = (): void => {
    child.kill('SIGTERM');
    void server.close();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

try {
  process.exitCode = await inElectron();
} catch (error) {
  if (!(error instanceof NoWindowError)) throw error;
  process.stderr.write(`No window: ${error.message}. Open the address below in a browser.\n`);
  await inBrowser();
}
