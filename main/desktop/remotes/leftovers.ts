import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../platform/logger.ts';
import { partOf } from '../sealed-file.ts';
import type { SettingsStore } from '../settings.ts';

/** The name under which Chromium stores what a server's pages store. */
export const partitionOf = (id: string): string => `server-${id}`;

/** The files of a server in the folder of all: its sign-in, and kept passwords of what is in front of it. */
export const remoteFilesOf = (folder: string, id: string) => ({
  session: join(folder, `${id}.sealed`),
  passwords: join(folder, `${id}.passwords.sealed`),
});

interface RemotePlaces {
  /** Where Chromium has a folder for each server. */
  partitionsFolder: string;
  remotesFolder: string;
}

/**
 * Deletes what is left of servers that were removed before this start. Chromium uses a server's folder until the app ends, so
 * removing a server only empties it; and the app may have ended in the middle of it. Call it before any server is opened.
 */
export const deleteLeftovers = async (
  settings: SettingsStore,
  { partitionsFolder, remotesFolder }: RemotePlaces,
  log: Logger,
): Promise<void> => {
  const { removedServers } = settings.get();
  const failed: string[] = [];
  for (const id of removedServers) {
    try {
      await rm(join(partitionsFolder, partitionOf(id)), { recursive: true, force: true });
      for (const file of Object.values(remoteFilesOf(remotesFolder, id))) {
        for (const name of [file, partOf(file)]) await rm(name, { force: true });
      }
    } catch (error) {
      log.warn({ err: error }, 'failed to delete what was stored of a server');
      failed.push(id);
    }
  }
  if (removedServers.length > 0) settings.set({ removedServers: failed });
};
