import type { AppContext } from '../context.ts';
import { systemTransaction } from '../system-transaction.ts';
import { type NewAuditEvent, recordEvent } from './record-event.ts';

/**
 * Records what a caller has set off outside of the database. It has happened, so it is recorded even if they lost their
 * rights meanwhile. Check them in a transaction of the call right before.
 */
export const recordOutcome = (context: AppContext, event: NewAuditEvent): Promise<void> =>
  systemTransaction(context, { tenant: event.actor.tenantId }, (tx) => recordEvent(context, tx, event));
