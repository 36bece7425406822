import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import bcrypt from 'bcryptjs';
import { closeGate } from '../platform/gate/gate.ts';
import { matchesImported } from './match-imported.ts';

export type PasswordTask =
  | { kind: 'hash'; password: string; cost: number }
  /** Whether any of the passwords matches. `padding`: hashes to compare with as well, for the time that it takes. */
  | { kind: 'compare'; passwords: readonly string[]; hash: string; padding: readonly string[] }
  /** Which of the hashes from other systems any of the passwords matches. */
  | { kind: 'imported'; passwords: readonly string[]; hashes: readonly string[] }
  | { kind: 'weakness'; password: string; own: readonly string[] };

/**
 * Hashing should yield to the event loop. On Linux each thread has its own priority, so this one lowers its own.
 * Elsewhere the call would slow down the whole process, so skip it.
 */
const yieldToEventLoop = (): void => {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, 10);
};
yieldToEventLoop();
closeGate();

export default async (task: PasswordTask): Promise<string | boolean | readonly boolean[] | undefined> => {
  if (task.kind === 'hash') return bcrypt.hashSync(task.password, task.cost);
  if (task.kind === 'compare') {
    const matches = task.passwords.map((password) => {
      const isRight = bcrypt.compareSync(password, task.hash);
      for (const hash of task.padding) bcrypt.compareSync(password, hash);
      return isRight;
    });
    return matches.includes(true);
  }
  if (task.kind === 'imported') {
    const matches: boolean[] = [];
    for (const hash of task.hashes) {
      let isRight = false;
      // One after the other, for the memory that each takes. All of them, for the time.
      for (const password of task.passwords) isRight = (await matchesImported(password, hash)) || isRight;
      matches.push(isRight);
    }
    return matches;
  }
  // Only here: the dictionaries are large.
  const { weaknessOf } = await import('./password-weakness.ts');
  return weaknessOf(task.password, task.own);
};
