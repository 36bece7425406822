import { randomBytes } from 'node:crypto';
import { type addressProblems, mostRemotes, type RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import type { SettingsStore, StoredRemote } from '../settings.ts';
import { readRemoteAddress } from './remote-address.logic.ts';

type AddressProblem = (typeof addressProblems)[number];

/** The Castellans on other computers that a person has added, in the app's settings and in the person's order. */
export interface RemoteList {
  all(): readonly RemoteServer[];
  find(id: string): RemoteServer | undefined;
  /** @param name its host, if empty */
  add(typed: { name: string; address: string }): RemoteServer | AddressProblem;
  /** @returns whether another server has the name: then nothing is changed. */
  edit(edited: Pick<RemoteServer, 'id' | 'name' | 'color'>): boolean;
  /** Moves a server one place up or down, unless it is the first or the last. */
  shift(id: string, by: -1 | 1): void;
  /** Corrects the address. */
  move(id: string, address: string): void;
  remove(id: string): void;
  onChange(listener: () => void): void;
}

/** Until the person chooses one: always the same for a server. */
const firstColor = (id: string): number => Number.parseInt(id.slice(0, 8), 16);

const remoteOf = ({ id, name, address, color = firstColor(id) }: StoredRemote): RemoteServer => ({
  id,
  name,
  address,
  color: color % remoteColors.length,
});

/** Names tell servers apart in notifications, where there is no room for an address. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const longestName = 60;

/** A name for a server that the person has given none. */
const nameOf = (address: string, isTaken: (name: string) => boolean): string => {
  const { host, pathname } = new URL(address);
  const names = [host, `${host}${pathname.replace(/\/$/, '')}`].map((name) => name.slice(0, longestName));
  return names.find((name) => !isTaken(name)) ?? address.slice(0, longestName);
};

export const createRemoteList = (settings: SettingsStore): RemoteList => {
  const listeners: (() => void)[] = [];
  const stored = (): readonly StoredRemote[] => settings.get().servers;
  const all = (): readonly RemoteServer[] => stored().map(remoteOf);
  const set = (servers: StoredRemote[]): void => {
    settings.set({ servers });
    for (const listener of listeners) listener();
  };
  const change = (id: string, changed: Partial<StoredRemote>): void =>
    set(stored().map((server) => (server.id === id ? { ...server, ...changed } : server)));
  const isTaken = (name: string, except?: string): boolean =>
    stored().some((server) => server.id !== except && isSameName(server.name, name));
  return {
    all,
    find: (id) => all().find((remote) => remote.id === id),
    add({ name: typedName, address: typed }) {
      const read = readRemoteAddress(typed);
      if ('problem' in read) return read.problem;
      const { address } = read;
      const given = typedName.trim();
      if (given === '' && stored().some((server) => server.address === address)) return 'duplicate';
      if (given !== '' && isTaken(given)) return 'nameTaken';
      if (stored().length >= mostRemotes) return 'full';
      const added = { id: randomBytes(16).toString('hex'), name: given || nameOf(address, isTaken), address };
      set([...stored(), added]);
      return remoteOf(added);
    },
    edit({ id, name, color }) {
      if (isTaken(name, id)) return true;
      change(id, { name, color });
      return false;
    },
    shift(id, by) {
      const servers = [...stored()];
      const from = servers.findIndex((server) => server.id === id);
      const [moved] = servers.slice(from, from + 1);
      const to = from + by;
      if (from === -1 || !moved || to < 0 || to >= servers.length) return;
      set(servers.toSpliced(from, 1).toSpliced(to, 0, moved));
    },
    move: (id, address) => change(id, { address }),
    remove(id) {
      settings.set({ removedServers: [...settings.get().removedServers, id] });
      set(stored().filter((server) => server.id !== id));
    },
    onChange: (listener) => void listeners.push(listener),
  };
};
