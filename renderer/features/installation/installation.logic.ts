import type { getInstallation } from '#shared/contract/installation/get-installation.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { Translate } from '../../languages/translate.ts';
import { translateOr } from '../../languages/translate-or.ts';

export type Installation = OutputOf<typeof getInstallation>;
export type Job = Installation['jobs'][number];

/** How a job is doing; also the key of its word under `installation.jobs`. */
export const jobState = ({ running, result }: Job) => (running ? 'running' : (result ?? 'waiting'));

/** Whether the instances run different versions, as they do during an upgrade. */
export const hasMixedVersions = (instances: Installation['instances']): boolean =>
  new Set(instances.map(({ version, schema_version }) => `${version} ${schema_version}`)).size > 1;

/** What a job does, and its name in logs and metrics. A job of a newer service has only the latter. */
export const jobName = ({ name }: Pick<Job, 'name'>, t: Translate): { name: string; detail?: string } => {
  const text = translateOr(t, `installation.jobs.names.${name}`, name);
  return text === name ? { name } : { name: text, detail: name };
};
