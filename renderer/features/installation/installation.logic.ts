import type { getInstallation } from '#shared/contract/installation/get-installation.ts';
import type { OutputOf } from '#shared/contract/operation.ts';

export type Installation = OutputOf<typeof getInstallation>;
export type Job = Installation['jobs'][number];

/** How a job is doing; also the key of its word under `installation.jobs`. */
export const jobState = ({ running, result }: Job) => (running ? 'running' : (result ?? 'waiting'));

/** Whether the instances run different versions, as they do during an upgrade. */
export const hasMixedVersions = (instances: Installation['instances']): boolean =>
  new Set(instances.map(({ version, schema_version }) => `${version} ${schema_version}`)).size > 1;
