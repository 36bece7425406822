import type { z } from 'zod';
import type { StoredDetails } from '#shared/contract/audit-details.ts';
import type { event } from '#shared/contract/events/resources.ts';
import { eventTypeOf } from '#shared/texts/event-types.ts';
import { toIso } from '../../platform/clock.ts';
import type { AuditEventRow } from '../../storage/store/audit/audit-events.ts';
import { detailsOf } from '../../storage/store/stored-columns.ts';

/**
 * The ID of the event that an entry of an audit log is told as. A restored backup numbers entries again, so it says which one of that
 * number it is.
 */
export const eventIdOf = ({
  tenant_id,
  sequence,
  hash,
}: Pick<AuditEventRow, 'tenant_id' | 'sequence' | 'hash'>): string =>
  `evt_${tenant_id.slice(tenant_id.indexOf('_') + 1)}_${sequence}_${hash.slice(0, 8)}`;

/** Devices stay in the audit log, like addresses. */
const withoutDevice = ({ device: _, ...details }: StoredDetails): StoredDetails => details;

/** A row of the audit log as other programs are told of it: without addresses and devices. */
export const presentEvent = (row: AuditEventRow): z.output<typeof event> => ({
  id: eventIdOf(row),
  type: eventTypeOf[row.action],
  timestamp: toIso(row.at),
  data: {
    position: row.sequence,
    tenant_id: row.tenant_id,
    action: row.action,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    target_kind: row.target_kind,
    target_id: row.target_id,
    target_label: row.target_label,
    details: withoutDevice(detailsOf(row)),
  },
});
