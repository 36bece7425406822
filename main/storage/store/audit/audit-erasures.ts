import { auditActors } from '#shared/texts/audit.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import type { AuditEventRow } from './audit-events.ts';

/** SQLite binds at most 32,766 parameters in a statement. */
const erasedAtOnce = 1_000;

/** Searches one index after the other, because for an OR SQLite would read the tenant's whole log. */
const erase = async (
  db: Queries,
  tenantId: string,
  searches: readonly { execute(): Promise<{ sequence: number }[]> }[],
  erased: Partial<AuditEventRow>,
): Promise<number[]> => {
  const sequences = new Set<number>();
  for (const search of searches) for (const { sequence } of await search.execute()) sequences.add(sequence);
  const found = [...sequences].sort((a, b) => a - b);
  for (let start = 0; start < found.length; start += erasedAtOnce) {
    await tablesOf(db)
      .updateTable('audit_events')
      .set(erased)
      .where('tenant_id', '=', tenantId)
      .where('sequence', 'in', found.slice(start, start + erasedAtOnce))
      .execute();
  }
  return found;
};

/**
 * Erases a person's name, IP addresses, devices and requests, also where the log knows only that someone acted on their
 * account, such as a request for a reset link. Returns the sequence numbers of the rows.
 */
export const eraseActor = (db: Queries, tenantId: string, userId: string): Promise<number[]> => {
  const rows = tablesOf(db)
    .selectFrom('audit_events')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .where('actor_erased_for', 'is', null);
  return erase(
    db,
    tenantId,
    [
      rows.where('actor_id', '=', userId),
      rows.where('target_id', '=', userId).where('actor_id', '=', auditActors.unknown.id),
    ],
    {
      actor_name: null,
      ip_address: null,
      device: null,
      request_id: null,
      origin_digest: null,
      actor_text: '',
      actor_erased_for: userId,
    },
  );
};

/**
 * Erases what the log says about a person: rows that target the account, and invitations and emails to its addresses.
 * Returns the sequence numbers of the rows.
 */
export const eraseTarget = (
  db: Queries,
  tenantId: string,
  userId: string,
  addresses: readonly string[],
): Promise<number[]> => {
  const rows = tablesOf(db)
    .selectFrom('audit_events')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .where('target_erased_for', 'is', null);
  return erase(
    db,
    tenantId,
    [
      rows.where('target_id', '=', userId),
      rows.where('target_label', 'in', addresses).where('target_kind', 'in', ['invitation', 'mail']),
    ],
    { target_label: null, details: null, target_text: '', target_erased_for: userId },
  );
};
