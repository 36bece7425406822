import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import bcrypt from 'bcryptjs';

export type PasswordTask =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'compare'; password: string; hash: string };

/**
 * Hashing yields to the event loop: on Linux a thread has a priority of its own, and this one takes a lower.
 * Elsewhere the call would slow the whole process down, so it is left out.
 */
const yieldToEventLoop = (): void => {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, 10);
};
yieldToEventLoop();

export default (task: PasswordTask): string | boolean =>
  task.kind === 'hash' ? bcrypt.hashSync(task.password, task.cost) : bcrypt.compareSync(task.password, task.hash);
