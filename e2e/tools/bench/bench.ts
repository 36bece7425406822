import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measured } from './figures.ts';
import { type ServiceProcess, startBareHttpServer } from './processes.ts';
import { type Seeded, seed } from './seed.ts';

/** What measurements share: seeded folders, each created once, and servers that stop when the measurement ends. */
export interface Bench {
  /** A data folder whose only tenant has this many users. */
  seeded(users: number): Promise<Seeded>;
  /** A bare server that returns this JSON. */
  bare(body: unknown): Promise<ServiceProcess>;
  /** An empty folder on the same file system as the data folders. */
  folder(): Promise<string>;
  /** How long a soak lasts. */
  readonly minutes: number;
  /** Drops the seeded folders, so the next measurement gets new ones. */
  forget(): void;
}

export type Measure = (bench: Bench) => Promise<Measured[]>;

/** Connections of every load, like a busy console behind a proxy. */
export const connections = 16;
/** Users whose tokens a load uses in turn. */
const people = 100;
/** Default tenant size. */
export const usualUsers = 10_000;

export const createBench = (root: string, minutes: number): Bench => {
  const folders = new Map<number, Promise<Seeded>>();
  let count = 0;
  const folder = async (): Promise<string> => {
    count += 1;
    const path = join(root, String(count));
    await mkdir(path, { mode: 0o700 });
    return path;
  };
  return {
    folder,
    minutes,
    forget: () => folders.clear(),
    seeded(users) {
      const known = folders.get(users) ?? folder().then((path) => seed(path, users, people));
      folders.set(users, known);
      return known;
    },
    async bare(body) {
      const file = join(await folder(), 'body.json');
      await writeFile(file, JSON.stringify(body));
      return startBareHttpServer(file);
    },
  };
};

/** Runs work against a server, and always stops the server afterwards. */
export const withRunningService = async <Result>(
  starting: Promise<ServiceProcess>,
  work: (server: ServiceProcess) => Promise<Result>,
): Promise<Result> => {
  const server = await starting;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
};
