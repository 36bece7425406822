import type { AuditDetails } from '#shared/contract/audit-details.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import { type AuditActor, type EventOrigin, type NewAuditEvent, recordEvent } from '../../recording/record-event.ts';
import { serverTarget } from '../servers/servers.ts';

type ActionWith<Name extends 'run_id' | 'event'> = {
  [Action in AuditAction]: AuditDetails<Action> extends { readonly [Each in Name]?: never } ? never : Action;
}[AuditAction];

/** An action whose rows are about a run. */
export type AuditedRunAction = ActionWith<'run_id'>;
/** An action that moves a run. */
export type MovingAction = ActionWith<'event'>;

/** Who acts on a run, through which operation. */
export interface RunActor<Action extends AuditedRunAction = MovingAction> {
  action: Action;
  actor: AuditActor;
  client?: EventOrigin | undefined;
}

/** What a row about a run tells besides the run itself. */
export type OwnDetails<Action extends AuditedRunAction> = Action extends unknown
  ? Omit<AuditDetails<Action>, 'run_id' | 'kind' | 'wanted'>
  : never;

/** Writes an audit log row about a run, with the server as its target. */
export const recordRun = async <Action extends AuditedRunAction>(
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  run: RunRow,
  { action, actor, client }: RunActor<Action>,
  own: OwnDetails<Action>,
): Promise<void> => {
  const server = await findServer(tx, { tenantId: run.tenant_id, mode: run.mode }, run.service_id);
  const target = server
    ? serverTarget(server)
    : { kind: 'server' as const, id: run.service_id, label: `Server#${run.service_id}` };
  const details = { run_id: run.id, kind: run.kind, ...(run.wanted !== null && { wanted: run.wanted }), ...own };
  await recordEvent(context, tx, { action, actor, client, target, details } as NewAuditEvent);
};
