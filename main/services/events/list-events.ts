import type { contract } from '#shared/contract/index.ts';
import { second } from '#shared/rules/limits.ts';
import { actionsOfEvents } from '#shared/texts/event-types.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { lastRemovedSequence } from '../../storage/store/audit/audit-checkpoints.ts';
import { type AuditEventRow, auditEventsAfter, lastAuditSequence } from '../../storage/store/audit/audit-events.ts';
import type { Handler } from '../handler.ts';
import { presentEvent } from './present-event.ts';

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
    const rows = await auditEventsAfter(from, tenant_id, position, limit, actions);
    const end = rows.at(-1)?.sequence ?? position;
    return { rows, next: rows.length < limit ? Math.max(end, last) : end };
  };
  const last = await lastAuditSequence(db.read, tenant_id);
  // Only a restored backup has fewer entries than before.
  const start = Math.min(after ?? last, last);
  const isCut = after !== undefined && (after > last || after < (await lastRemovedSequence(db.read, tenant_id)));
  // Begins before the read, so that it is woken by what the read doesn't see.
  const poll = wait_seconds > 0 ? eventPolls.begin(tenant_id, wait_seconds * second, client.gone?.()) : undefined;
  try {
    let found = await read(db.read, start);
    while (found.rows.length === 0 && (await poll?.next())) {
      const { next } = found;
      found = await transaction((tx) => read(tx, next));
    }
    return { events: found.rows.map(presentEvent), next: found.next, removed: isCut };
  } finally {
    poll?.close();
  }
};
