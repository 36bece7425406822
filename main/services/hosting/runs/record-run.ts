import type { AuditDetails } from '#shared/contract/audit-details.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import { type AuditActor, recordEvent } from '../../recording/record-event.ts';
import { serverTarget } from '../servers/servers.ts';

/** Who acts on a run, through which operation. */
export interface RunActor {
  action: AuditAction;
  actor: AuditActor;
  client?: { ip: string } | undefined;
}

/** Writes an audit log row about a run, with the server as its target. */
export const recordRun = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  run: RunRow,
  { action, actor, client }: RunActor,
  details: AuditDetails = {},
): Promise<void> => {
  const server = await findServer(tx, { tenantId: run.tenant_id, mode: run.mode }, run.service_id);
  const target = server
    ? serverTarget(server)
    : { kind: 'server' as const, id: run.service_id, label: `Server#${run.service_id}` };
  await recordEvent(context, tx, {
    action,
    actor,
    client,
    target,
    details: { run_id: run.id, kind: run.kind, ...(run.wanted !== null && { wanted: run.wanted }), ...details },
  });
};
