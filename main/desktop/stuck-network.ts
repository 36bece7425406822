import { setTimeout } from 'node:timers/promises';
import { app, session } from 'electron';
import { second } from '#shared/rules/limits.ts';
import type { Logger } from '../platform/logger.ts';
import { networkProcess } from './lost-processes.ts';

const patienceMs = 2 * second;

/** Chromium waits for the process of the network before it ends. One that doesn't answer is killed. */
export const endStuckNetwork = async (log: Logger): Promise<void> => {
  if (!app.isReady()) return;
  const answer = session.defaultSession.cookies.flushStore().then(() => true);
  if (await Promise.race([answer, setTimeout(patienceMs, false)])) return;
  log.error('the process of the network does not answer');
  const pid = networkProcess();
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
};
