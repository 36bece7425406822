import { fromMinor } from '#shared/flows/money.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import type { SeenApprovalRow } from '../../../storage/store/hosting/approvals.ts';
import type { AppContext } from '../../context.ts';
import { type AuditActor, type AuditTarget, type EventOrigin, recordEvent } from '../../recording/record-event.ts';
import { providerTarget } from '../targets.ts';

interface ApprovalAct {
  readonly action: 'requestApproval' | 'approveChange' | 'removeApproval';
  readonly actor: AuditActor;
  readonly client: EventOrigin;
}

/** Writes an audit log row about a request, with its server as the target. */
export const recordApprovalEvent = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  row: SeenApprovalRow,
  { action, actor, client }: ApprovalAct,
): Promise<void> => {
  const { id, kind, service_id, wanted, amount, server_label } = row;
  const target: AuditTarget =
    service_id === ''
      ? providerTarget(row.tenant_id, row.mode)
      : { kind: 'server', id: service_id, label: server_label ?? `Server#${service_id}` };
  const details = {
    approval_id: id,
    kind,
    ...(kind !== 'upgrade' && wanted !== '' && { wanted }),
    amount: amount === null ? null : fromMinor(amount),
  };
  await recordEvent(context, tx, { action, actor, client, target, details });
};
