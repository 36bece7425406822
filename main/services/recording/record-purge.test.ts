import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows, brokenAt, verifyAuditLog } from '#e2e/support/audit.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
let rowCount: number;
beforeEach(async () => {
  await invite(app, owner, 'invitee@example.com');
  rowCount = (await rows()).length;
});

const rows = () => auditRows(app, owner.tenantId);
const verify = (tenantId = owner.tenantId) => verifyAuditLog(app, tenantId);
/** Writes to the database directly, like an attacker with access to its file. */
const tamper = (statement: ReturnType<typeof sql>) => statement.execute(tablesOf(app.service.context.db.write));
const tenant = () => owner.tenantId;

describe('a permanently deleted account', () => {
  const leaveForGood = async (person: Person) => {
    await scheduleDeletion(app, person);
    app.clock.advance(30 * day);
    await purge(app.service.context);
  };
  const leaver = async (): Promise<Person> => {
    const person = await app.join(owner, 'admin', 'leaver@example.com');
    await invite(app, person, 'kept@example.com');
    await app.call(
      contract.team.changeRole,
      { tenant_id: tenant(), user_id: person.id, role: 'owner' },
      { token: owner.token },
    );
    return person;
  };

  it('no longer has its name in the log; ids, actions and times stay, and the chain verifies', async () => {
    const person = await leaver();
    const before = await rows();
    expect(JSON.stringify(before)).toContain('leaver@example.com');
    await leaveForGood(person);
    const after = await rows();
    expect(JSON.stringify(after)).not.toContain('leaver@example.com');
    expect(JSON.stringify(after)).not.toContain(person.name);
    const lasting = ({ sequence, at, actor_id, action, target_id, hash }: (typeof before)[number]) => [
      sequence,
      at,
      actor_id,
      action,
      target_id,
      hash,
    ];
    expect(after.slice(0, before.length).map(lasting)).toEqual(before.map(lasting));
    expect(after.at(-1)).toMatchObject({ action: 'purgeAccount', actor_id: 'system', target_id: person.id });
    // Actions of others keep the actors' names; actions on others keep the targets' names.
    expect(after.find(({ action }) => action === 'changeRole')).toMatchObject({
      actor_name: owner.name,
      target_label: null,
    });
    expect(after.find(({ target_label }) => target_label === 'kept@example.com')).toMatchObject({
      actor_name: null,
      device: null,
      request_id: null,
      origin_digest: null,
    });
    expect(await verify()).toEqual({ valid: true, checked: after.length });
  });

  it('authorizes only its own erasures: one more is detected', async () => {
    const person = await leaver();
    await leaveForGood(person);
    await tamper(
      sql`update audit_events set actor_name = null, ip_address = null, actor_text = '', actor_erased_for = ${person.id}
          where tenant_id = ${tenant()} and sequence = 3`,
    );
    expect(await verify()).toEqual(brokenAt((await rows()).length));
  });

  it('cannot be faked: an erasure for another account is detected', async () => {
    await tamper(
      sql`update audit_events set actor_name = null, ip_address = null, actor_text = '', actor_erased_for = 'user_x'
          where tenant_id = ${tenant()} and sequence = 3`,
    );
    expect(await verify()).toEqual({ valid: false, checked: rowCount, first_broken: 3 });
  });

  it('leaves erased parts empty: a name written there is detected', async () => {
    const person = await leaver();
    await leaveForGood(person);
    const erased = (await rows()).find(({ actor_erased_for }) => actor_erased_for !== null);
    await tamper(
      sql`update audit_events set actor_name = 'Scapegoat', actor_text = 'scapegoat'
          where tenant_id = ${tenant()} and sequence = ${erased?.sequence}`,
    );
    expect(await verify()).toEqual(brokenAt(erased?.sequence ?? 0));
  });

  it('removes the log together with its tenant', async () => {
    const other = await app.owner();
    await app.call(
      contract.profile.deleteMe,
      { confirmation: 'DELETE', password: other.password },
      { token: other.token },
    );
    app.clock.advance(30 * day);
    await purge(app.service.context);
    expect(await auditRows(app, other.tenantId)).toEqual([]);
    const { db } = app.service.context;
    expect(await tablesOf(db.read).selectFrom('audit_heads').select('tenant_id').execute()).toEqual([
      { tenant_id: tenant() },
    ]);
    expect(await verify()).toEqual({ valid: true, checked: rowCount });
  });
});
