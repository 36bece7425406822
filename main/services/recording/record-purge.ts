import { createErasure } from '../../security/audit-chain.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { lastRemovedSequence } from '../../storage/store/audit/audit-checkpoints.ts';
import { eraseActor, eraseTarget } from '../../storage/store/audit/audit-erasures.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import { recordEvent, systemActor } from './record-event.ts';

/**
 * Erases personal data of a permanently deleted account from the audit log. DECISION 0018: rows keep ids, action and
 * timestamp; the row about the deletion states which parts were erased, so that no one else can erase unnoticed.
 */
export const recordPurge = async (
  context: AppContext,
  tx: WriteTransaction,
  { id, tenant_id }: UserRow,
  addresses: readonly string[],
): Promise<void> => {
  const target = await eraseTarget(tx, tenant_id, id, addresses);
  const actor = await eraseActor(tx, tenant_id, id);
  // Verification doesn't read rows that were removed and only wait to be deleted.
  const removed = await lastRemovedSequence(tx, tenant_id);
  const parts = [
    ...actor.map((sequence) => ({ sequence, part: 'actor' as const })),
    ...target.map((sequence) => ({ sequence, part: 'target' as const })),
  ]
    .filter(({ sequence }) => sequence > removed)
    .sort((a, b) => a.sequence - b.sequence);
  const erasure = createErasure();
  for (const { sequence, part } of parts) erasure.add(sequence, part);
  await recordEvent(context, tx, {
    action: 'purgeAccount',
    actor: systemActor(tenant_id),
    target: { kind: 'user', id, label: null },
    details: erasure.state(),
  });
};
