import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace, invite } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../tables.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());

const tables: (keyof Schema)[] = [
  'users',
  'invitations',
  'one_time_tokens',
  'mails',
  'workspaces',
  'workspace_members',
];
const counts = async () => {
  const { db } = app.service.context;
  const entries = tables.map(async (table) => [
    table,
    (
      await tablesOf(db.read)
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, number>;
};
/** Stops the file from growing, like a full disk. */
const fillDisk = async () => {
  const { db } = app.service.context;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tablesOf(db.write));
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(tablesOf(db.write));
};
const freeDisk = () => sql`pragma max_page_count = 1073741823`.execute(tablesOf(app.service.context.db.write));

describe('a full disk', () => {
  it('causes 503 STORAGE_FULL with nothing half-written, allows reads, and recovers', async () => {
    await fillDisk();
    let written = 0;
    let refused: unknown;
    for (; written < 2_000 && refused === undefined; written += 1) {
      const before = await counts();
      refused = await invite(app, owner, `guest${written}@example.com`).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refused !== undefined) expect(await counts()).toEqual(before);
    }
    expect(refused).toMatchObject({ key: 'STORAGE_FULL', status: 503, details: { retry_after: 60 } });
    const invited = await counts();
    expect(invited.mails).toBe((invited.invitations ?? 0) + 1);
    expect(invited.one_time_tokens).toBe(invited.mails);

    const { total } = await app.call(
      contract.team.listInvitations,
      { tenant_id: owner.tenantId },
      { token: owner.token },
    );
    expect(total).toBe(invited.invitations);
    await failsWith(
      Promise.all(Array.from({ length: 200 }, (_, n) => createWorkspace(app, owner, `${n} ${'x'.repeat(180)}`))),
      'STORAGE_FULL',
    );
    const made = await counts();
    expect(made.workspace_members).toBe(made.workspaces);

    await freeDisk();
    await invite(app, owner, 'after@example.com');
    expect((await counts()).invitations).toBe((invited.invitations ?? 0) + 1);
    const { rows } = await sql`pragma integrity_check`.execute(tablesOf(app.service.context.db.read));
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
  });
});
