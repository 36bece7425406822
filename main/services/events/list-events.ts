import type { contract } from '#shared/contract/index.ts';
import { actionsOfEvents } from '#shared/texts/event-types.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { lastRemovedSequence } from '../../storage/store/audit/audit-checkpoints.ts';
import { type AuditEventRow, eventsAfter, lastAuditSequence } from '../../storage/store/audit/audit-events.ts';
import type { Handler } from '../handler.ts';
import { presentEvent } from '../recording/present-event.ts';

/** What a read found, and where the next one begins. */
interface Found {
  rows: AuditEventRow[];
  next: number;
}

/**
 * Reads the events after a position; without any, waits for the next. After a wait the caller is read again: whoever may no
 * longer read the audit log is told nothing of what happened meanwhile.
 */
export const listEvents: Handler<typeof contract.events.listEvents> = async (
  { db, eventPolls },
  { tenant_id, after, types, limit, wait_seconds },
  { client, transaction },
) => {
  const actions = types && actionsOfEvents(types);
  const read = async (from: Queries, position: number): Promise<Found> => {
    // First, so that nothing that happens meanwhile is passed over.
    const last = await lastAuditSequence(from, tenant_id);
    const rows = await eventsAfter(from, { tenantId: tenant_id, after: position, actions }, limit);
    const end = rows.at(-1)?.sequence ?? position;
    return { rows, next: rows.length < limit ? Math.max(end, last) : end };
  };
  const start = after ?? (await lastAuditSequence(db.read, tenant_id));
  // Begins before the read, so that it is woken by what the read doesn't see.
  const wait = wait_seconds === 0 ? undefined : eventPolls.wait(tenant_id, wait_seconds, client.gone?.());
  const removed = after !== undefined && after < (await lastRemovedSequence(db.read, tenant_id));
  let found = await read(db.read, start);
  if (wait && found.rows.length === 0) {
    await wait;
    found = await transaction((tx) => read(tx, found.next));
  }
  return { events: found.rows.map(presentEvent), next: found.next, removed };
};
