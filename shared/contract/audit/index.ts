import type { OperationSpec } from '../operation.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

/** The operations of audit. */
export const audit = { listAuditEvents, verifyAuditLog } as const satisfies Record<string, OperationSpec>;
