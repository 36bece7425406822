import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** A command line that a shell has run. */
export interface TimedCommand {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** User and system time of the command and its children, without those that outlive their parent, in seconds. */
  readonly cpuSeconds: number;
}

/** The last line is of the children: `1m2.34s 0m5.67s`. */
const secondsIn = (times: string): number =>
  [...(times.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );

/**
 * Runs a command line in a POSIX shell, which adds up the CPU time of what it waits for.
 * @param stdio `inherit` to show what it prints, `pipe` to read it from the child
 */
export const runTimed = (
  command: string,
  stdio: 'inherit' | 'pipe',
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; done: Promise<TimedCommand> } => {
  // What outlives the command must not hold the descriptor open.
  const script = `(${command}\n) 3>&-\nstatus=$?\ntimes >&3\nexit $status`;
  const child = spawn('sh', ['-c', script], {
    env,
    stdio: [stdio === 'pipe' ? 'ignore' : stdio, stdio, stdio, 'pipe'],
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const times = child.stdio[3];
  if (!times || !('read' in times)) throw new Error('The shell has no descriptor for its times');
  const read = text(times);
  return { child, done: closed.then(async (code) => ({ code, cpuSeconds: secondsIn(await read) })) };
};
