import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { BundledChild } from './bundled-child.ts';

/**
 * Lets a child that writes run for a while after its first answer, and kills it.
 * @returns the writes that it saw acknowledged, one a line
 */
export const writeAndKill = async (
  program: BundledChild,
  args: readonly string[],
  longestLifeMs: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<string[]> => {
  const child = spawn(process.execPath, [program.file, ...args], {
    env: { ...process.env, CASTELLAN_CHECK_ANSWERS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, complaints] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await Promise.race([once(child.stdout, 'data'), closed]);
  await wait(Math.random() * longestLifeMs);
  child.kill('SIGKILL');
  const [, signal] = await closed;
  expect(signal, complaints).toBe('SIGKILL');
  // The last line may be cut off. It counts once its line break has arrived.
  return output.split('\n').slice(0, -1);
};
