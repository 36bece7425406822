import { randomBytes } from 'node:crypto';
import { type addressProblems, mostRemotes, type RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { isVisible, plainLine } from '#shared/text-input/shown-text.ts';
import { readingKey } from '#shared/text-input/text-case.ts';
import type { SettingsStore, StoredRemote } from '../settings.ts';
import { textsIn } from '../texts.ts';
import type { PresetRemote } from './policy.logic.ts';
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
  /** Saves the fingerprint of the certificate that the person trusts for the server, or that there is none. */
  trust(id: string, fingerprint: string | undefined): void;
  remove(id: string): void;
  onChange(listener: () => void): void;
}

const newId = (): string => randomBytes(16).toString('hex');

/** For a server that was kept without one: always the same. */
const firstColor = (id: string): number => Number.parseInt(id.slice(0, 8), 16);

/** One that the fewest servers have: colors tell servers apart. */
const newColor = (all: readonly Pick<RemoteServer, 'color'>[]): number => {
  const counts = remoteColors.map((_color, index) => all.filter(({ color }) => color === index).length);
  return counts.indexOf(Math.min(...counts));
};

/** What the policy of this computer presets, with the servers on the list that stand for it. */
const withPresets = (stored: readonly StoredRemote[], presets: readonly PresetRemote[]): StoredRemote[] => {
  const matched = new Map<StoredRemote, PresetRemote>();
  const added: StoredRemote[] = [];
  for (const preset of presets) {
    const free = stored.filter((server) => !matched.has(server));
    const found =
      free.find((server) => server.preset === preset.key) ??
      free.find((server) => server.preset === undefined && server.address === preset.address);
    if (found) matched.set(found, preset);
    else added.push({ id: newId(), name: preset.name, address: preset.address, preset: preset.key });
  }
  return [
    ...added,
    ...stored.map((server) => {
      const preset = matched.get(server);
      return preset ? { ...server, name: preset.name, preset: preset.key } : server;
    }),
  ];
};

/** Names tell servers apart in notifications, where there is no room for an address. */
const isSameName = (a: string, b: string): boolean => readingKey(a) === readingKey(b);

/** A name as people see it in a title or a menu, next to the address: nothing in it turns that around. Empty if no one sees it. */
const shownName = (given: string): string => {
  const name = plainLine(given).trim();
  return isVisible(name) ? name : '';
};

/** What the app calls this computer: a server of that name would pass for it. */
const ownNames = (['en', 'de'] as const).map((language) => textsIn(language).thisComputer);

/** A name for a server that the person has given none. */
const nameOf = (address: string, isTaken: (name: string) => boolean): string => {
  const { host, pathname } = new URL(address);
  const names = [host, `${host}${pathname.replace(/\/$/, '')}`].map((name) => name.slice(0, textLimits.remoteName));
  return names.find((name) => !isTaken(name)) ?? address.slice(0, textLimits.remoteName);
};

/** @param presets by the policy of this computer: they can't be removed, and keep their names. */
export const createRemoteList = (settings: SettingsStore, presets: readonly PresetRemote[] = []): RemoteList => {
  const listeners: (() => void)[] = [];
  const stored = (): readonly StoredRemote[] => settings.get().servers;
  const presetOf = ({ preset }: StoredRemote) => presets.find(({ key }) => key === preset);
  if (presets.length > 0) settings.set({ servers: withPresets(stored(), presets) });
  const remoteOf = (server: StoredRemote): RemoteServer => {
    const preset = presetOf(server);
    const { id, address, color = preset?.color ?? firstColor(id) } = server;
    const sha256 = preset?.certificate ?? server.certificate;
    return {
      id,
      name: shownName(server.name) || new URL(address).host,
      address,
      color: color % remoteColors.length,
      isPreset: preset !== undefined,
      ...(sha256 !== undefined && { certificate: { sha256, isFixed: preset?.certificate !== undefined } }),
    };
  };
  const all = (): readonly RemoteServer[] => stored().map(remoteOf);
  const set = (servers: StoredRemote[]): void => {
    settings.set({ servers });
    for (const listener of listeners) listener();
  };
  const change = (id: string, changed: Partial<StoredRemote>): void =>
    set(stored().map((server) => (server.id === id ? { ...server, ...changed } : server)));
  const isTaken = (name: string, except?: string): boolean =>
    ownNames.some((own) => isSameName(own, name)) ||
    stored().some((server) => server.id !== except && isSameName(server.name, name));
  return {
    all,
    find: (id) => all().find((remote) => remote.id === id),
    add({ name: typedName, address: typed }) {
      const read = readRemoteAddress(typed);
      if ('problem' in read) return read.problem;
      const { address } = read;
      const given = shownName(typedName);
      if (given === '' && stored().some((server) => server.address === address)) return 'duplicate';
      if (given !== '' && isTaken(given)) return 'nameTaken';
      if (stored().length >= mostRemotes) return 'full';
      const color = newColor(all());
      const added = { id: newId(), name: given || nameOf(address, isTaken), address, color };
      set([...stored(), added]);
      return remoteOf(added);
    },
    edit({ id, name: typedName, color }) {
      const edited = stored().find((server) => server.id === id);
      const name = shownName(typedName);
      if (name === '' || (edited && presetOf(edited))) change(id, { color });
      else if (edited?.name !== name && isTaken(name, id)) return true;
      else change(id, { name, color });
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
    trust: (id, certificate) => change(id, { certificate }),
    remove(id) {
      settings.set({ removedServers: [...settings.get().removedServers, id] });
      set(stored().filter((server) => server.id !== id));
    },
    onChange: (listener) => void listeners.push(listener),
  };
};
