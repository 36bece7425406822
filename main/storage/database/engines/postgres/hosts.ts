import { isHostProblem, NoPrimaryError } from './errors.ts';
import { addressOf, type Host, type PostgresUrl } from './postgres-url.ts';

/** The hosts of a server: which one is the primary, as far as anyone knows. */
export interface Hosts {
  readonly count: number;
  /** The one to connect to. */
  current(): Host;
  /** Goes on to the next one, unless someone else already has. */
  leave(host: Host): void;
  /** A number that is another one once a host has turned out to be no primary anymore: its connections must not be used. */
  era(): number;
  endEra(): void;
  /** @returns how to stop being told */
  onEraEnd(listener: () => void): () => void;
}

export const createHosts = (hosts: PostgresUrl['hosts']): Hosts => {
  let index = 0;
  let era = 0;
  const listeners = new Set<() => void>();
  const current = (): Host => hosts[index] ?? hosts[0];
  return {
    count: hosts.length,
    current,
    leave(host) {
      if (host === current()) index = (index + 1) % hosts.length;
    },
    era: () => era,
    endEra() {
      era += 1;
      for (const listener of listeners) listener();
    },
    onEraEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/**
 * Connects to the first host that works, beginning with the one that worked last.
 * @throws the error of the only host, or NoPrimaryError that says what is wrong with each
 */
export const onAnyHost = async <Result>(hosts: Hosts, connect: () => Promise<Result>): Promise<Result> => {
  const problems: string[] = [];
  for (;;) {
    const host = hosts.current();
    try {
      return await connect();
    } catch (error) {
      if (hosts.count === 1 || !isHostProblem(error)) throw error;
      hosts.leave(host);
      const { message, code } = error as { message: string; code?: string };
      problems.push(`${addressOf(host)}: ${message || code}`);
      if (problems.length === hosts.count)
        throw new NoPrimaryError(`has no primary that can be reached (${problems.join('; ')})`, { cause: error });
    }
  }
};
