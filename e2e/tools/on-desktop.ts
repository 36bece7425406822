import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronForTests } from './electron.ts';

const root = join(import.meta.dirname, '../..');

/** Debian's `nobody`: Electron's sandbox refuses root. */
const ordinary = { uid: 65_534, gid: 65_534 } as const;

export interface DesktopCommand {
  electron: ElectronForTests;
  /** Arguments for Node: a script, relative to the checkout's root, and the script's own arguments. */
  args: readonly string[];
  /** More environment variables, given the folder that the script may write to. */
  environment?: (work: string) => Record<string, string>;
  /** Where that folder's `results` subfolder is moved afterwards. */
  results?: string;
  /** `inherit` shows the output. `pipe` returns what the script writes to stdout. */
  stdout?: 'inherit' | 'pipe';
}

/** Whether the unprivileged user can reach this checkout. Not if it is below root's home. */
const isReachable = (): boolean => spawnSync('test', ['-r', join(root, 'package.json')], ordinary).status === 0;

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

interface DesktopResult {
  code: number;
  /** The script's stdout, if piped. */
  stdout: string;
}

/**
 * Runs a Node script that starts Electron: on a virtual display if there is none, and as an unprivileged user if root
 * runs it. That user may not write to the checkout, so the script gets a temporary folder of its own.
 */
export const runOnDesktop = (command: DesktopCommand): DesktopResult => {
  const work = mkdtempSync(join(tmpdir(), 'castellan-desktop-'));
  try {
    return run(work, command);
  } finally {
    const results = join(work, 'results');
    if (command.results !== undefined) {
      rmSync(command.results, { recursive: true, force: true });
      if (existsSync(results)) cpSync(results, command.results, { recursive: true });
    }
    rmSync(work, { recursive: true, force: true });
  }
};

const run = (work: string, { electron, args, environment, stdout = 'inherit' }: DesktopCommand): DesktopResult => {
  const isRoot = process.getuid?.() === 0;
  const needsDisplay = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  const words = [
    ...(needsDisplay
      ? ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1600x1000x24 -nolisten tcp -noreset']
      : []),
    process.execPath,
    ...args,
  ];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...(electron.override !== undefined && { ELECTRON_OVERRIDE_DIST_PATH: electron.override }),
    ...(isRoot && { HOME: join(work, 'home'), USER: 'nobody' }),
    TMPDIR: work,
    ...environment?.(work),
  };
  const options: SpawnSyncOptions = { env, cwd: root, stdio: ['ignore', stdout, 'inherit'] };
  const ended = (result: ReturnType<typeof spawnSync>) => {
    if (result.error) throw result.error;
    return { code: result.status ?? 1, stdout: String(result.stdout ?? '') };
  };
  const [program = '', ...rest] = words;
  if (!isRoot) return ended(spawnSync(program, rest, options));
  mkdirSync(join(work, 'home'), { recursive: true });
  for (const folder of [work, join(work, 'home')]) chownSync(folder, ordinary.uid, ordinary.gid);
  if (isReachable()) return ended(spawnSync(program, rest, { ...options, ...ordinary }));
  // Mounted, for this command only, where the unprivileged user can reach it.
  const mounted = mkdtempSync(join(tmpdir(), 'castellan-checkout-'));
  const command = words.map((word) => quote(word.replaceAll(root, mounted))).join(' ');
  const script = `mount --bind ${quote(root)} ${mounted} && cd ${mounted} &&
    exec setpriv --reuid=${ordinary.uid} --regid=${ordinary.gid} --clear-groups ${command}`;
  try {
    return ended(spawnSync('unshare', ['--mount', 'sh', '-c', script], options));
  } finally {
    rmSync(mounted, { recursive: true, force: true });
  }
};
