import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { isEmbedded } from '#e2e/support/engine.ts';
import { times } from '#e2e/support/outcomes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { auditVerifying, minute } from '#shared/rules/limits.ts';
import { recordEvent, systemActor } from '../services/recording/record-event.ts';
import { tablesOf } from '../storage/database/tables.ts';
import type { AuditChain } from './audit-chain.ts';
import { createAuditVerifications } from './audit-verifications.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());

const context = () => app.service.context;
/** Adds entries until the log has a number of them. */
const fillTo = (count: number, { tenantId } = owner) =>
  context().db.transaction({}, async (tx) => {
    for (let n = 2; n < count; n += 1) {
      await recordEvent(context(), tx, {
        action: 'retryMail',
        actor: systemActor(tenantId),
        target: { kind: 'mail', id: 'mail_x', label: `${n}` },
        details: { kind: 'invitation' },
      });
    }
  });
const tamper = (sequence: number) =>
  sql`update audit_events set target_label = 'nobody' where tenant_id = ${owner.tenantId} and sequence = ${sequence}`.execute(
    tablesOf(context().db.write),
  );
/** Counts the rows that are checked, and can do something at one of them. */
const counting = (atRow: Record<number, () => void> = {}) => {
  const { audit, db, auditAnchors, steady } = context();
  const checked: number[] = [];
  const checkedTenants: string[] = [];
  const chain: AuditChain = {
    ...audit,
    linkHolds(row, previous) {
      checked.push(row.sequence);
      checkedTenants.push(row.tenant_id);
      atRow[checked.length]?.();
      return audit.linkHolds(row, previous);
    },
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const verifications = createAuditVerifications({
    db,
    audit: chain,
    anchors: auditAnchors,
    steady,
    stopping: signal,
  });
  return {
    checked,
    checkedTenants,
    stopping,
    verify: (tenantId = owner.tenantId) => verifications.verify(tenantId, 20_000),
  };
};
const timeIsUp = () => app.clock.advance(auditVerifying.answerMs);
const intact = (count: number) => ({ verdict: { valid: true, checked: count }, total: count, complete: true });

describe('verifications of one log', () => {
  it('do the work once for 40 calls at once, and again for a call afterwards', async () => {
    const { audit, auditVerifications } = context();
    const linkHolds = vi.spyOn(audit, 'linkHolds');
    const { verify } = auditVerifications;
    // On a server, some calls may be admitted only after others were answered.
    const { promise: everyone, resolve: everyoneIsThere } = Promise.withResolvers<void>();
    let waiting = 0;
    const held = vi.spyOn(auditVerifications, 'verify').mockImplementation(async (...args) => {
      waiting += 1;
      if (waiting === 40) everyoneIsThere();
      await everyone;
      return verify(...args);
    });
    const answers = await Promise.all(
      times(40, () => app.call(contract.audit.verifyAuditLog, { tenant_id: owner.tenantId }, { token: owner.token })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ valid: true, checked: 2, total: 2, complete: true })]),
    );
    expect(linkHolds).toHaveBeenCalledTimes(2);
    held.mockRestore();
    await app.call(contract.audit.verifyAuditLog, { tenant_id: owner.tenantId }, { token: owner.token });
    // The 40 calls have written one row.
    expect(linkHolds).toHaveBeenCalledTimes(2 + 3);
  });

  it('answer what is known when their time is up, and go on from there', async () => {
    await fillTo(1_200);
    const { checked, verify } = counting({ 3: timeIsUp });
    expect(await verify()).toEqual({ verdict: { valid: true, checked: 500 }, total: 1_200, complete: false });
    await fillTo(4);
    expect(await verify()).toEqual(intact(1_202));
    expect(checked).toEqual(Array.from({ length: 1_202 }, (_, index) => index + 1));
  });

  it('begin again if what was checked is no longer what the log begins with', async () => {
    await fillTo(600);
    const { verify } = counting({ 3: timeIsUp });
    expect(await verify()).toMatchObject({ complete: false });
    await sql`update audit_events set hash = 'k.h' where tenant_id = ${owner.tenantId} and sequence = 500`.execute(
      tablesOf(context().db.write),
    );
    expect(await verify()).toMatchObject({ verdict: { valid: false, checked: 499, first_broken: 500 } });
  });

  it('begin again if no one asked for ten minutes', async () => {
    await fillTo(600);
    const { verify } = counting({ 3: timeIsUp });
    expect(await verify()).toMatchObject({ complete: false });
    await tamper(4);
    app.clock.advance(11 * minute);
    expect(await verify()).toMatchObject({ verdict: { valid: false, first_broken: 4 }, complete: true });
  });

  it('stop when the service does', async () => {
    await fillTo(600);
    const { stopping, verify } = counting({ 3: () => stopping.abort() });
    expect(await verify()).toMatchObject({ verdict: { checked: 500 }, complete: false });
  });
});

it('lets other work run after every 50 rows', async () => {
  await fillTo(600);
  const { checked, verify } = counting();
  const seen: number[] = [0];
  let isOver = false;
  const look = (): void => {
    seen.push(checked.length);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await verify();
  isOver = true;
  const steps = seen.slice(1).map((count, index) => count - (seen[index] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(50);
});

// On a server, an answer may come so late that a log has to wait for its turn.
it.runIf(isEmbedded())('reads two logs at a time, and the others take turns with them', async () => {
  const people = [owner, await app.owner(), await app.owner(), await app.owner()];
  for (const person of people) await fillTo(1_100, person);
  const { checkedTenants, verify } = counting();
  const answers = await Promise.all(people.map(({ tenantId }) => verify(tenantId)));
  expect(answers).toEqual(people.map(() => intact(1_100)));
  const firstOf = ({ tenantId }: Person) => checkedTenants.indexOf(tenantId);
  const lastOf = ({ tenantId }: Person) => checkedTenants.lastIndexOf(tenantId);
  // While no one waits longer than for a page each, no one starts before two of the others had their first page.
  const starts = people.map(firstOf).sort((one, other) => one - other);
  expect(starts[2]).toBeGreaterThanOrEqual(500);
  // The last to start does so before the first is done.
  expect(starts[3]).toBeLessThan(Math.min(...people.map(lastOf)));
});
