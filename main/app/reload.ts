import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/config.ts';
import { trustCertificates } from '../platform/extra-certificates.ts';
import { secretsOf } from '../platform/secrets.ts';
import type { SystemContext } from '../services/context.ts';

/** What a reload takes over. Everything else is built in at startup. */
const reloadable = new Set<keyof Config>(['smtpUrl', 'metricsToken', 'backupPassphrase', 'extraCaCerts', 'report']);

/**
 * Takes over the secrets and certificates of settings that were read again.
 * @returns the settings that differ, too, and count only after a restart
 * @throws StartError if the certificates can't be used. Nothing is changed then.
 */
export const reload = async ({ config, secrets }: SystemContext, next: Config): Promise<string[]> => {
  if (next.extraCaCerts !== undefined) await trustCertificates(next.extraCaCerts);
  // Whether backups contain keys needs a restart.
  secrets.replace(secretsOf({ ...next, backupWithoutKeys: config.backupWithoutKeys }));
  const names = Object.keys(next) as (keyof Config)[];
  return names.filter((name) => !reloadable.has(name) && !isDeepStrictEqual(next[name], config[name]));
};
