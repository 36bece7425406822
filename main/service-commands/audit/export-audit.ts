import { rowsAfter } from '../../platform/pages.ts';
import { type AuditEvent, presentAuditEvent } from '../../services/recording/present-audit-event.ts';
import { lastRemovedSequence } from '../../storage/store/audit/audit-checkpoints.ts';
import { auditEventsAfter } from '../../storage/store/audit/audit-events.ts';
import { listAuditHeads } from '../../storage/store/audit/audit-heads.ts';
import { findOnlyOrganization, findOrganization } from '../find.ts';
import { type CommandCall, commandOperation } from '../operation.ts';
import { auditInput } from './verify-audit.ts';

const pageSize = 500;

export interface ExportedEvent extends AuditEvent {
  organization_id: string;
}

/** The audit log of an organization, oldest row first. */
export const exportAudit = commandOperation({
  input: auditInput,
  async run({ db }, { organization }, { emit }: CommandCall<ExportedEvent>): Promise<void> {
    const { id } = await findOnlyOrganization(db.read, organization);
    const rows = rowsAfter(
      await lastRemovedSequence(db.read, id),
      (after) => auditEventsAfter(db.read, id, after, pageSize),
      ({ sequence }) => sequence,
    );
    for await (const row of rows) await emit({ organization_id: id, ...presentAuditEvent(row) });
  },
});

export interface LogHead {
  organization_id: string;
  /** Entries that the log has. */
  rows: number;
  /** Entries before them that were deleted at the end of their retention period. The last one has the number `rows` + `removed`. */
  removed: number;
  hash: string;
}

/** The last row of each audit log. Kept elsewhere, it shows later whether the log was cut or replaced. */
export const auditHeads = commandOperation({
  input: auditInput,
  async run({ db }, { organization }, { emit }: CommandCall<LogHead>): Promise<void> {
    const only = organization === undefined ? undefined : (await findOrganization(db.read, organization)).id;
    for (const { tenant_id, sequence, hash } of await listAuditHeads(db.read)) {
      if (only !== undefined && tenant_id !== only) continue;
      const removed = await lastRemovedSequence(db.read, tenant_id);
      await emit({ organization_id: tenant_id, rows: sequence - removed, removed, hash });
    }
  },
});
