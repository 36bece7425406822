import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from './desktop.ts';

/** A Wayland display without a screen. */
export interface Wayland {
  /** For a program that shall use it, and can't fall back to X. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

const name = 'castellan-specs';

/** Starts Weston, which draws into memory. */
export const openWayland = async (): Promise<Wayland> => {
  const folder = await mkdtemp(join(tmpdir(), 'wayland-'));
  const weston: ChildProcess = spawn(
    'weston',
    ['--backend=headless-backend.so', `--socket=${name}`, '--width=1600', '--height=1000', '--idle-time=0'],
    { env: { ...process.env, XDG_RUNTIME_DIR: folder }, stdio: 'ignore' },
  );
  const ended = once(weston, 'exit');
  await expect.poll(() => existsSync(join(folder, name))).toBe(true);
  return {
    environment: {
      DISPLAY: '',
      WAYLAND_DISPLAY: name,
      XDG_RUNTIME_DIR: folder,
      XDG_SESSION_TYPE: 'wayland',
      // Before Electron 38, X is the default.
      ELECTRON_OZONE_PLATFORM_HINT: 'wayland',
    },
    async close() {
      weston.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
