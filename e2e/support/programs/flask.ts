import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureInstalled } from './debian.ts';
import { onPath } from './on-path.ts';

/** Flask with Authlib, which other programs sign people in with. */
export interface Flask {
  /** The Python that has them. */
  readonly program: string;
  /** Of both. */
  readonly versions: string;
}

/** Says the versions without loading anything. Authlib calls the provider with requests. */
const question = "from importlib.metadata import version as v; print(v('flask'), v('authlib'), v('requests'))";

const versionsOf = (python: string): string[] =>
  spawnSync(python, ['-c', question], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).stdout.match(/\S+/g) ??
  [];

/** A Python of the system may be another one than the first on PATH. */
const findPython = (): string | undefined =>
  [...onPath('python3'), '/usr/bin/python3'].filter(existsSync).find((python) => versionsOf(python).length === 3);

/**
 * Finds Flask and Authlib, or installs Debian's.
 * @throws Error that says what to install if neither works
 */
export const ensureFlask = (): Flask => {
  const packages = ['python3-flask', 'python3-authlib', 'python3-requests'] as const;
  const program = ensureInstalled('Flask with Authlib and requests', findPython, ...packages);
  const [flask, authlib] = versionsOf(program);
  return { program, versions: `Flask ${flask} with Authlib ${authlib}` };
};
