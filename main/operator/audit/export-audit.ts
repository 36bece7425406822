import type { AuditDetails } from '#shared/audit.ts';
import { toIso } from '../../platform/clock.ts';
import { auditEventsAfter, listAuditHeads } from '../../store/audit-log/audit-events.ts';
import { detailsOf } from '../../store/stored-columns.ts';
import { findOnlyOrganization, findOrganization } from '../find.ts';
import { type OperatorCall, operatorOperation } from '../operation.ts';
import { auditInput } from './verify-audit.ts';

const pageSize = 500;

export interface ExportedEvent {
  organization_id: string;
  sequence: number;
  at: string;
  actor_id: string;
  actor_name: string | null;
  ip_address: string | null;
  action: string;
  target_kind: string;
  target_id: string;
  target_label: string | null;
  details: AuditDetails;
  hash: string;
}

/** The whole audit log of an organization, oldest row first. */
export const exportAudit = operatorOperation({
  input: auditInput,
  async run({ db }, { organization }, { emit }: OperatorCall<ExportedEvent>): Promise<void> {
    const { id } = await findOnlyOrganization(db.read, organization);
    for (let after = 0; ; ) {
      const rows = await auditEventsAfter(db.read, id, after, pageSize);
      for (const row of rows) {
        await emit({
          organization_id: id,
          sequence: row.sequence,
          at: toIso(row.at),
          actor_id: row.actor_id,
          actor_name: row.actor_name,
          ip_address: row.ip_address,
          action: row.action,
          target_kind: row.target_kind,
          target_id: row.target_id,
          target_label: row.target_label,
          details: detailsOf(row),
          hash: row.hash,
        });
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.sequence;
    }
  },
});

export interface LogHead {
  organization_id: string;
  rows: number;
  hash: string;
}

/** The last row of each audit log. Kept elsewhere, it shows later whether the log was cut or replaced. */
export const auditHeads = operatorOperation({
  input: auditInput,
  async run({ db }, { organization }, { emit }: OperatorCall<LogHead>): Promise<void> {
    const only = organization === undefined ? undefined : (await findOrganization(db.read, organization)).id;
    for (const { tenant_id, sequence, hash } of await listAuditHeads(db.read)) {
      if (only === undefined || tenant_id === only) await emit({ organization_id: tenant_id, rows: sequence, hash });
    }
  },
});
