import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { day } from '#shared/rules/limits.ts';
import type { RegistryAnswers } from './registry.ts';

/** What a registry answered, which is good for a day. */
export interface KnownAnswers extends Omit<RegistryAnswers, 'problem'> {
  url: string;
  /** Milliseconds since the epoch. */
  at: number;
}

const file = 'node_modules/.cache/castellan-audit.json';

/** The answers of the last audit, if they are from this registry and less than a day old. */
export const readKnownAnswers = async (url: string, now: number): Promise<KnownAnswers | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { answers, versions, ...rest } = JSON.parse(text);
  if (rest.url !== url || rest.at > now || now - rest.at >= day) return undefined;
  return { ...rest, answers: new Map(answers), versions: new Map(versions) };
};

export const writeKnownAnswers = async (known: KnownAnswers): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...known, answers: [...known.answers], versions: [...known.versions] }));
};
