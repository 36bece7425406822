import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { checkAuditLogs } from './audit-check.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const other = perTest(() => app.owner());

const tamper = () =>
  sql`update audit_events set actor_name = 'Nobody' where tenant_id = ${other.tenantId} and sequence = 2`.execute(
    tablesOf(app.service.context.db.write),
  );
const errors = () => vi.spyOn(app.service.context.log, 'error').mockReturnValue(undefined);

describe('the check of every audit log', () => {
  it('logs nothing while all logs verify', async () => {
    const error = errors();
    expect(await checkAuditLogs(app.service.context)).toEqual({ tenants: 2, broken: [] });
    expect(error).not.toHaveBeenCalled();
  });

  it('logs an error with the tenant and the row, and checks the other tenants', async () => {
    await tamper();
    const error = errors();
    expect(await checkAuditLogs(app.service.context)).toEqual({ tenants: 2, broken: [other.tenantId] });
    expect(error.mock.calls).toEqual([
      [{ tenant_id: other.tenantId, valid: false, checked: 1, first_broken: 2 }, 'audit log tampering detected'],
    ]);
    expect(owner.tenantId).not.toBe(other.tenantId);
  });

  it('runs at startup, in the background', async () => {
    await tamper();
    const error = errors();
    await app.service.start();
    await expect.poll(() => error.mock.calls.length).toBe(1);
  });

  it('ends quietly when the service stops', async () => {
    const stopping = new AbortController();
    stopping.abort();
    expect(await checkAuditLogs(app.service.context, stopping.signal)).toEqual({ tenants: 2, broken: [] });
    await tamper();
    const error = errors();
    const during = new AbortController();
    const check = checkAuditLogs(app.service.context, during.signal);
    during.abort();
    expect((await check).broken).toEqual([]);
    expect(error).not.toHaveBeenCalled();
  });
});
