import type { Answer } from './judge-packages.ts';
import type { LockedPackage } from './lock.ts';

/** What a registry was asked, as far as it answered in time. */
export interface Registry {
  /** @throws Error if there is no answer in time. */
  ask(name: string, version: string): Promise<Answer>;
  /** All published versions of a package. @throws Error if there is no answer in time. */
  versionsOf(name: string): Promise<string[]>;
}

/** Deprecated since 2020. A registry that doesn't say so doesn't copy such notices. */
const longDeprecated = { name: 'request', version: '2.88.2' } as const;
/** As many as npm has. */
const connections = 15;

/** Does work for each item, a few at a time. @throws what the first one that fails throws, and starts no more. */
const eachOf = async <Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> => {
  const left = items[Symbol.iterator]();
  let hasFailed = false;
  const workOn = async (): Promise<void> => {
    for (let next = left.next(); !next.done && !hasFailed; next = left.next()) {
      await work(next.value).catch((error) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, workOn));
};

/** `url` without a trailing slash. All questions together take at most until `signal` aborts. */
export const createRegistry = (url: string, signal: AbortSignal): Registry => {
  const get = async (path: string, accept: string): Promise<unknown> => {
    const response = await fetch(`${url}/${path}`, { headers: { accept }, signal });
    if (response.ok) return response.json();
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new Error(`the registry answered ${response.status}`);
  };
  const pathOf = (name: string): string => name.replace('/', '%2f');
  return {
    async ask(name, version) {
      const found = await get(`${pathOf(name)}/${version}`, 'application/json');
      if (found === undefined) return { is: 'withdrawn' };
      const { deprecated } = found as { deprecated?: unknown };
      // An empty text takes a notice back.
      return typeof deprecated === 'string' && deprecated !== '' ? { is: 'offered', deprecated } : { is: 'offered' };
    },
    async versionsOf(name) {
      const found = await get(pathOf(name), 'application/vnd.npm.install-v1+json');
      return Object.keys((found as { versions?: object } | undefined)?.versions ?? {});
    },
  };
};

/** What a registry said until it stopped answering, if it did. */
export interface RegistryAnswers {
  /** Whether it says which packages are deprecated: a mirror may leave that out. */
  tellsDeprecations: boolean;
  /** By `name@version`. */
  answers: Map<string, Answer>;
  /** Published versions, by the name of the package. */
  versions: Map<string, string[]>;
  problem?: Error;
}

/**
 * Asks about packages, and for all versions of the packages with an engine. If the registry doesn't tell deprecations, asks
 * only about the packages that package.json lists, for withdrawn versions. The others would take most of the time, and
 * `npm ci` fails without them anyway.
 */
export const askRegistry = async (
  { ask, versionsOf }: Registry,
  packages: readonly LockedPackage[],
  withEngines: readonly string[],
): Promise<RegistryAnswers> => {
  const found: RegistryAnswers = { tellsDeprecations: false, answers: new Map(), versions: new Map() };
  try {
    const { name, version } = longDeprecated;
    const answer = await ask(name, version);
    found.tellsDeprecations = answer.is === 'offered' && answer.deprecated !== undefined;
    const asked = found.tellsDeprecations ? packages : packages.filter(({ direct }) => direct.length > 0);
    await eachOf(new Set(withEngines), async (engine) => {
      found.versions.set(engine, await versionsOf(engine));
    });
    await eachOf(asked, async (one) => {
      found.answers.set(`${one.name}@${one.version}`, await ask(one.name, one.version));
    });
  } catch (error) {
    found.problem = error as Error;
  }
  return found;
};
