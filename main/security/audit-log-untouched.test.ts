import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows, verifyAuditLog } from '#e2e/support/audit.ts';
import { times } from '#e2e/support/outcomes.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, invite } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { recordEvent, systemActor } from '../services/recording/record-event.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => app.owner());
let rowCount: number;
beforeEach(async () => {
  await invite(app, owner, 'invitee@example.com');
  for (let n = 1; n <= 6; n += 1) await createWorkspace(app, owner, `Workspace ${n}`);
  rowCount = (await rows()).length;
});

const rows = () => auditRows(app, owner.tenantId);
const verify = () => verifyAuditLog(app, owner.tenantId);
const record = (label: string) =>
  app.service.context.db.transaction({}, (tx) =>
    recordEvent(app.service.context, tx, {
      action: 'retryMail',
      actor: systemActor(owner.tenantId),
      target: { kind: 'mail', id: 'mail_x', label },
      details: { kind: 'invitation' },
    }),
  );

describe('an untouched log', () => {
  it('verifies from the sign-up to its head, also after a restart', async () => {
    expect(rowCount).toBe(9);
    expect(await verify()).toEqual({ valid: true, checked: rowCount });
    await app.restart();
    expect(await verify()).toEqual({ valid: true, checked: rowCount });
  });

  it('stays one gapless chain with 100 concurrent writers', async () => {
    await Promise.all(times(100, (n) => record(`${n}`)));
    const sequences = (await rows()).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: rowCount + 100 }, (_, index) => index + 1));
    expect(await verify()).toEqual({ valid: true, checked: rowCount + 100 });
  });

  it('has no row of a failed transaction', async () => {
    const attempts = times(20, (n) =>
      app.service.context.db.transaction({}, async (tx) => {
        await recordEvent(app.service.context, tx, {
          action: 'retryMail',
          actor: systemActor(owner.tenantId),
          target: { kind: 'mail', id: 'mail_x', label: `${n}` },
          details: { kind: 'invitation' },
        });
        if (n % 2 === 0) throw new Error('rolled back');
      }),
    );
    await Promise.allSettled(attempts);
    expect(await verify()).toEqual({ valid: true, checked: rowCount + 10 });
  });

  it('verifies across several pages while rows are added', async () => {
    await app.service.context.db.transaction({}, async (tx) => {
      for (let n = 0; n < 1_100; n += 1) {
        await recordEvent(app.service.context, tx, {
          action: 'retryMail',
          actor: systemActor(owner.tenantId),
          target: { kind: 'mail', id: 'mail_x', label: null },
          details: { kind: 'invitation' },
        });
      }
    });
    const [verdict] = await Promise.all([verify(), ...times(20, (n) => record(`${n}`))]);
    expect(verdict).toEqual({ valid: true, checked: expect.any(Number) });
    expect(verdict?.checked).toBeGreaterThanOrEqual(rowCount + 1_100);
  });

  it('stores text that is not well-formed exactly as chained', async () => {
    await record('broken \ud800 pair');
    expect((await rows()).at(-1)?.target_label).toBe('broken \ufffd pair');
    expect((await verify()).valid).toBe(true);
  });

  it('starts with its sign-up', async () => {
    expect((await rows()).map(({ action }) => action).slice(0, 2)).toEqual(['signup', 'login']);
    expect((await rows())[0]?.previous_hash).toBe('');
  });
});
