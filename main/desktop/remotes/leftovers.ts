import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../platform/logger.ts';
import type { SettingsStore } from '../settings.ts';

/** The name under which Chromium stores what a server's pages store. */
export const partitionOf = (id: string): string => `server-${id}`;

/**
 * Deletes the folders of servers that were removed before this start. Chromium uses a server's folder until the app
 * ends, so removing a server only empties it. Call it before any server is opened.
 * @param partitions where Chromium has a folder for each server
 */
export const deleteLeftovers = async (settings: SettingsStore, partitions: string, log: Logger): Promise<void> => {
  const { removedServers } = settings.get();
  const failed: string[] = [];
  for (const id of removedServers) {
    try {
      await rm(join(partitions, partitionOf(id)), { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error }, 'failed to delete what was stored of a server');
      failed.push(id);
    }
  }
  if (removedServers.length > 0) settings.set({ removedServers: failed });
};
