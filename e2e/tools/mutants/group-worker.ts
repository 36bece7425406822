import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PoolOptions, PoolWorker } from 'vitest/node';

/** How long a worker may take to stop when asked, ms. */
const patienceMs = 500;

const groups = new Set<number>();

const killGroup = (leader: number): void => {
  groups.delete(leader);
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // Nothing of the group is left. Where its leader has not been collected yet, macOS says EPERM.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/** Ends the workers that run, and everything that their tests have started. */
export const killWorkers = (): void => {
  for (const leader of groups) killGroup(leader);
};

/**
 * Vitest's worker process, in its own process group. What its tests have started ends with it, even if a mutant
 * keeps a test from ending it: the next run would share the computer with it, and vitest would wait for its output.
 */
export class GroupWorker implements PoolWorker {
  readonly name = 'groups';
  readonly cacheFs = true;
  readonly #options: Pick<PoolOptions, 'distPath' | 'env' | 'execArgv'>;
  #child: ChildProcess | undefined;

  constructor(options: Pick<PoolOptions, 'distPath' | 'env' | 'execArgv'>) {
    this.#options = options;
  }

  get #started(): ChildProcess {
    if (!this.#child) throw new Error('The worker is not started');
    return this.#child;
  }

  async start(): Promise<void> {
    const { distPath, env, execArgv } = this.#options;
    const child = fork(join(distPath, 'workers/forks.js'), [], {
      env: env as NodeJS.ProcessEnv,
      execArgv,
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    const { pid } = child;
    if (pid === undefined) return;
    groups.add(pid);
    child.once('exit', () => killGroup(pid));
  }

  async stop(): Promise<void> {
    const child = this.#started;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      child.kill();
      await ended;
      clearTimeout(timer);
    }
    this.#child = undefined;
  }

  on(event: string, callback: (...args: unknown[]) => void): void {
    this.#started.on(event, callback);
  }

  off(event: string, callback: (...args: unknown[]) => void): void {
    this.#started.off(event, callback);
  }

  send(message: Parameters<PoolWorker['send']>[0]): void {
    this.#started.send(message);
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}
