import type { z } from 'zod';
import type { healthCheck } from '#shared/contract/hosting/resources/upgrade-queues.ts';
import { serverStatuses } from '#shared/flows/hosting.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';
import { AppError } from '#shared/texts/errors.ts';
import { mayConnect } from '../../../platform/gate/addresses.ts';
import { type ProbeTarget, probeHttp, probeTcp } from '../../../platform/gate/probes.ts';
import type { QueueRow } from '../../../storage/store/hosting/upgrade-queues.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import { type HostingContext, mayUsePrivateProvider } from '../hosting-context.ts';
import { requireServer } from '../servers/servers.ts';

type HealthCheck = z.output<typeof healthCheck>;

/** What a server has to pass before it is confirmed; null for nothing. */
export const healthCheckOf = ({
  health_check,
  health_port,
  health_path,
}: Pick<QueueRow, 'health_check' | 'health_port' | 'health_path'>): HealthCheck | null =>
  health_check === null || health_port === null
    ? null
    : { by: health_check, port: health_port, path: health_path ?? '/' };

/**
 * DECISION 0280: refuses to confirm a server that doesn't pass the check. Private addresses count only where the owner has
 * allowed them for the account: its list says where Castellan connects. The sandbox's addresses lead nowhere; its servers
 * answer as long as they run.
 * @throws AppError STATE_CONFLICT
 */
export const requireHealthy = async (
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { scope, settings }: HostingContext,
  queue: QueueRow,
  run: SeenRunRow,
): Promise<void> => {
  const check = healthCheckOf(queue);
  if (!check) return;
  const server = await requireServer(db.read, scope, run.service_id);
  const failed = (met: string): AppError =>
    new AppError('STATE_CONFLICT', { reason: 'unhealthy', params: { check: `${check.by} ${check.port}`, met } });
  if (scope.mode === 'sandbox') {
    const runs = [serverStatuses.active, serverStatuses.resized].some((status) => status === upperAscii(server.status));
    if (!runs) throw failed(server.status);
    return;
  }
  if (server.main_ip === null) throw failed('no address');
  const isPrivate =
    settings.allow_private_addresses === 1 && (await mayUsePrivateProvider({ config }, db.read, scope.tenantId));
  if (!mayConnect(server.main_ip, isPrivate)) throw failed('private address');
  const target: ProbeTarget = { host: server.main_ip, port: check.port, reaches: isPrivate ? 'network' : 'public' };
  const problem = check.by === 'tcp' ? await probeTcp(target) : await probeHttp(target, check.path);
  if (problem !== undefined) throw failed(problem);
};
