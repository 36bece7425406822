import { z } from 'zod';
import { auditActionNames, auditTargetKinds } from '../../texts/audit.ts';
import { id, timestamp } from '../fields.ts';

/** An audit log row. Fields that identify someone are null once that account was permanently deleted. */
export const auditEvent = z
  .strictObject({
    sequence: z.int().min(1).meta({ description: 'Its number in the organization, without gaps' }),
    at: timestamp,
    actor_id: id.meta({ description: 'Id of a user or service account, or `system`, `operator` or `unknown`' }),
    actor_name: z.string().nullable(),
    ip_address: z.string().nullable(),
    device: z.string().nullable().meta({ description: 'Browser or tool, and system' }),
    request_id: z
      .string()
      .nullable()
      .meta({ description: 'The `x-request-id` of the response, also in the log of the service' }),
    action: z.enum(auditActionNames),
    target_kind: z.enum(auditTargetKinds),
    target_id: id,
    target_label: z.string().nullable().meta({ description: 'Its name or address at that time' }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    hash: z
      .string()
      .meta({ description: 'Covers this row and all before it; keep a copy elsewhere to detect changes' }),
  })
  .meta({ id: 'AuditEvent' });
