import { z } from 'zod';
import { approvalKinds } from '../../../flows/approval.ts';
import { id, timestamp } from '../../fields.ts';
import { money, serviceid } from './fields.ts';

/** What one owner asks another one to agree to. */
export const approval = z
  .strictObject({
    approval_id: id,
    kind: z.enum(approvalKinds).meta({ description: 'limit: a higher approval_limit, or none' }),
    serviceid: serviceid.nullable(),
    server_label: z.string().nullable(),
    run_id: id.nullable().meta({ description: 'Of an upgrade' }),
    wanted: z.string().nullable().meta({
      description: 'The billing cycle, the service level or the limit; null for an upgrade, and for no limit',
    }),
    amount: money.nullable().meta({ description: 'What it costs, at most 1 % more. Null if no one knows' }),
    requested_by: z.string(),
    requested_at: timestamp,
    is_own: z.boolean().meta({ description: 'Whether the caller asked for it, so that someone else has to agree' }),
    approved_by: z.string().nullable().meta({ description: 'Null as long as no one has agreed' }),
    approved_at: timestamp.nullable(),
    expires_at: timestamp,
  })
  .meta({ id: 'HostingApproval' });
