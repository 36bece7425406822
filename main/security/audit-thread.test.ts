import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEmbedded } from '#e2e/support/engine.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { purge } from '../jobs/purge.ts';
import { recordEvent, systemActor } from '../services/recording/record-event.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { createAuditThread, type RunningAuditThread } from './audit-thread.ts';
import { type AuditVerification, createAnyVerification } from './audit-verification.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
let thread: RunningAuditThread;
beforeEach(async () => {
  thread = createAuditThread(join(app.dataDir, 'castellan.db'), app.service.context.keys);
});
afterEach(async () => {
  await thread.close();
});

const context = () => app.service.context;
const fill = (count: number) =>
  context().db.transaction({}, async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await recordEvent(context(), tx, {
        action: 'retryMail',
        actor: systemActor(owner.tenantId),
        target: { kind: 'mail', id: 'mail_x', label: `${n}` },
        details: { kind: 'invitation' },
      });
    }
  });
const finish = async (verification: AuditVerification) => {
  for (;;) {
    const verdict = await verification.step();
    if (verdict) return verdict;
  }
};

describe.runIf(isEmbedded())('a thread', () => {
  it('verifies a log, reports how far it is, and finds what was changed', async () => {
    await fill(1_198);
    const verification = thread.open(owner.tenantId);
    expect(await finish(verification)).toEqual({ valid: true, checked: 1_200 });
    expect(verification.progress()).toEqual({ checked: 1_200, total: 1_200 });
    await sql`update audit_events set target_label = 'nobody' where sequence = 700`.execute(
      tablesOf(context().db.write),
    );
    expect(await finish(thread.open(owner.tenantId))).toEqual({ valid: false, checked: 699, first_broken: 700 });
  });

  it('begins after the entries that were removed', async () => {
    await setPolicies(app, owner, { audit_retention_days: 90 });
    await fill(597);
    app.clock.advance(50 * day);
    await fill(100);
    app.clock.advance(41 * day);
    await purge(context());
    const verification = thread.open(owner.tenantId);
    expect(await finish(verification)).toEqual({ valid: true, checked: 101, removed: 600 });
    expect(verification.progress()).toEqual({ checked: 101, total: 101 });
  });

  it('goes on after a pause and after a rotation of keys, where it stopped', async () => {
    await fill(5_600);
    const verification = thread.open(owner.tenantId);
    expect(await verification.step()).toBeUndefined();
    expect(verification.progress()).toEqual({ checked: 5_000, total: 5_602 });
    app.clock.advance(minute);
    const { keys } = context();
    await keys.rotate(await keys.newEntry(app.clock.now()));
    await fill(1);
    await verification.resume();
    expect(verification.progress()).toEqual({ checked: 5_000, total: 5_603 });
    expect(await finish(verification)).toEqual({ valid: true, checked: 5_603 });
  });

  it('begins again if what it checked was changed during a pause', async () => {
    await fill(5_600);
    const verification = thread.open(owner.tenantId);
    await verification.step();
    await sql`update audit_events set hash = 'k.h' where sequence = 5000`.execute(tablesOf(context().db.write));
    await verification.resume();
    expect(await finish(verification)).toEqual({ valid: false, checked: 4_999, first_broken: 5_000 });
  });
});

it.runIf(isEmbedded())('long logs are verified in the thread, others are not', async () => {
  const opened: string[] = [];
  const recorder = {
    open(tenantId: string) {
      opened.push(tenantId);
      return thread.open(tenantId);
    },
  };
  const { db, audit } = context();
  const verification = () => createAnyVerification({ db: db.read, chain: audit, thread: recorder }, owner.tenantId);
  expect(await finish(verification())).toEqual({ valid: true, checked: 2 });
  expect(opened).toEqual([]);
  await sql`update audit_heads set sequence = 20001`.execute(tablesOf(db.write));
  expect(await finish(verification())).toMatchObject({ valid: false });
  expect(opened).toEqual([owner.tenantId]);
});
