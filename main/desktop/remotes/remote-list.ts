import { randomBytes } from 'node:crypto';
import { type addressProblems, mostRemotes, type RemoteServer } from '#shared/contract/desktop-bridge.ts';
import type { SettingsStore } from '../settings.ts';
import { readRemoteAddress } from './remote-address.logic.ts';

type AddressProblem = (typeof addressProblems)[number];

/** The Castellans on other computers that a person has added, in the app's settings. */
export interface RemoteList {
  all(): readonly RemoteServer[];
  find(id: string): RemoteServer | undefined;
  /** @param name its host, if empty */
  add(typed: { name: string; address: string }): RemoteServer | AddressProblem;
  rename(id: string, name: string): void;
  /** Corrects the address. */
  move(id: string, address: string): void;
  remove(id: string): void;
  onChange(listener: () => void): void;
}

export const createRemoteList = (settings: SettingsStore): RemoteList => {
  const listeners: (() => void)[] = [];
  const all = (): readonly RemoteServer[] => settings.get().servers;
  const set = (servers: RemoteServer[]): void => {
    settings.set({ servers });
    for (const listener of listeners) listener();
  };
  return {
    all,
    find: (id) => all().find((remote) => remote.id === id),
    add({ name, address: typed }) {
      const read = readRemoteAddress(typed);
      if ('problem' in read) return read.problem;
      const { address } = read;
      if (all().some((remote) => remote.address === address)) return 'duplicate';
      if (all().length >= mostRemotes) return 'full';
      const added = {
        id: randomBytes(16).toString('hex'),
        name: name.trim() || new URL(address).host.slice(0, 60),
        address,
      };
      set([...all(), added]);
      return added;
    },
    rename: (id, name) => set(all().map((remote) => (remote.id === id ? { ...remote, name } : remote))),
    move: (id, address) => set(all().map((remote) => (remote.id === id ? { ...remote, address } : remote))),
    remove(id) {
      settings.set({ removedServers: [...settings.get().removedServers, id] });
      set(all().filter((remote) => remote.id !== id));
    },
    onChange: (listener) => void listeners.push(listener),
  };
};
