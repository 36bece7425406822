import { existsSync } from 'node:fs';
import type { AuthInfo } from 'electron';
import { z } from 'zod';
import type { Credentials } from '#shared/contract/desktop-sign-in.ts';
import type { Logger } from '../../platform/logger.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { keptObject } from '../../platform/stored-shape.ts';
import type { Keyring } from '../keyring.ts';
import { sealedFile } from '../sealed-file.ts';
import type { SettingsStore } from '../settings.ts';

/** A proxy or a host that wants to know a user name and password, and what for. */
export type Asker = Pick<AuthInfo, 'isProxy' | 'scheme' | 'host' | 'port' | 'realm'>;

/** What stands for an asker: a password for one is never given to another. */
export const askerKey = ({ isProxy, scheme, host, port, realm }: Asker): string =>
  JSON.stringify([isProxy ? 'proxy' : 'host', scheme, host, port, realm]);

/** DECISION 0295: the user names and passwords of what is in front of one server, sealed with a key from the keyring. */
export interface KeptPasswords {
  /** Whether the person may keep one: they stay signed in, and nothing is known yet against a keyring. */
  mayKeep(): boolean;
  isEmpty(): boolean;
  find(asker: Asker): Promise<Credentials | undefined>;
  /** @returns whether it is kept: not without a keyring that answers */
  keep(asker: Asker, credentials: Credentials): Promise<boolean>;
  forget(asker: Asker): Promise<void>;
  forgetProxies(): Promise<void>;
  clear(): Promise<void>;
  /** Like `clear`, and keeps nothing afterwards: the server is removed. */
  end(): Promise<void>;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

const entry = keptObject({ asker: z.string(), isProxy: z.boolean(), username: z.string(), password: z.string() });
const stored = z.array(entry);
type Entry = z.output<typeof entry>;

/** The oldest one goes. A server has a proxy or two, and perhaps a gateway. */
const mostPasswords = 20;

export const createKeptPasswords = (
  file: string,
  keyring: Keyring,
  settings: Pick<SettingsStore, 'get'>,
  log: Logger,
): KeptPasswords => {
  const sealed = sealedFile(file, keyring);
  const inTurn = oneAtATime();
  let held: readonly Entry[] | undefined;
  let hasEnded = false;

  const load = async (): Promise<readonly Entry[]> => {
    if (held) return held;
    try {
      const text = existsSync(file) ? await sealed.read() : undefined;
      held = text === undefined ? [] : stored.parse(JSON.parse(text));
    } catch (error) {
      log.error({ err: error }, 'failed to read the kept passwords');
      // Not remembered: the keyring may be unlocked later.
      return [];
    }
    return held;
  };
  const write = async (entries: readonly Entry[]): Promise<void> => {
    held = entries;
    if (entries.length === 0) await sealed.remove();
    else await sealed.write(JSON.stringify(entries));
  };

  const drop = (isDropped: (each: Entry) => boolean) =>
    inTurn(async () => {
      const found = await load();
      const rest = found.filter((each) => !isDropped(each));
      if (rest.length === found.length) return;
      await write(rest).catch((error: unknown) => log.error({ err: error }, 'failed to forget a password'));
    });
  const clear = () =>
    inTurn(async () => {
      held = [];
      await sealed.remove().catch((error: unknown) => log.error({ err: error }, 'failed to forget passwords'));
    });

  return {
    mayKeep: () => settings.get().staySignedIn && ['keyring', undefined].includes(keyring.known()),
    isEmpty: () => !existsSync(file),
    find: (asker) =>
      inTurn(async () => {
        const found = (await load()).find((each) => each.asker === askerKey(asker));
        return found && { username: found.username, password: found.password };
      }),
    keep: (asker, credentials) =>
      inTurn(async () => {
        try {
          if (hasEnded || !settings.get().staySignedIn || (await keyring.protection()) !== 'keyring') return false;
          const others = (await load()).filter((each) => each.asker !== askerKey(asker));
          await write(
            [...others, { ...credentials, isProxy: asker.isProxy, asker: askerKey(asker) }].slice(-mostPasswords),
          );
          return true;
        } catch (error) {
          log.error({ err: error }, 'failed to keep a password');
          return false;
        }
      }),
    forget: (asker) => drop((each) => each.asker === askerKey(asker)),
    forgetProxies: () => drop(({ isProxy }) => isProxy),
    clear,
    end() {
      hasEnded = true;
      return clear();
    },
    flush: () => inTurn(async () => {}),
  };
};
