import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. Some containers have only 64 MB of it. */
const memory = '/dev/shm';
/** A whole run of the tests uses less than a third of it at a time. */
const neededBytes = 2 ** 30;

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= neededBytes;
  } catch {
    return false;
  }
};

/** Some systems run no programs from there. */
const runsPrograms = (folder: string): boolean => {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
};

/**
 * DECISION 0241: makes a folder for the temporary files of all tests, in memory if there is room, and removes it with everything
 * in it when this process ends.
 */
export const temporaryFolder = (): string => {
  const place = hasRoom() ? memory : tmpdir();
  const folder = mkdtempSync(join(place, 'castellan-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (place === memory && !runsPrograms(folder)) return tmpdir();
  // The desktop app and PostgreSQL run as another user.
  chmodSync(folder, 0o1777);
  return folder;
};
