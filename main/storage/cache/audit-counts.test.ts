import { beforeAll, expect, it, vi } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { invite, scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { purge } from '#main/jobs/purge.ts';
import { recordEvent, systemActor } from '#main/services/recording/record-event.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../database/tables.ts';

const app = perFile(() => createTestService());
let owner: Person;
beforeAll(async () => {
  owner = await app.owner();
});

type Query = Omit<RequestOf<typeof contract.audit.listAuditEvents>, 'tenant_id'>;
const list = (query: Query) =>
  app.call(contract.audit.listAuditEvents, { tenant_id: owner.tenantId, ...query }, { token: owner.token });
/** Adds entries in one transaction. */
const add = (count: number, label: (n: number) => string) =>
  app.service.context.db.transaction({ tenant: owner.tenantId }, async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await recordEvent(app.service.context, tx, {
        action: n % 3 === 0 ? 'deleteMailSettings' : 'disableMember',
        actor: systemActor(owner.tenantId),
        target: { kind: 'mail', id: 'mail_x', label: label(n) },
      });
    }
  });

/** All pages of a query, as a client reads them. */
const pages = async (query: Query, limit: number): Promise<number[]> => {
  const found: number[] = [];
  for (let offset = 0; ; offset += limit) {
    const { events, total } = await list({ ...query, limit, offset });
    if (events.length === 0) {
      expect(found).toHaveLength(total);
      return found;
    }
    found.push(...events.map(({ sequence }) => sequence));
  }
};

it('pages give each entry once, newest first, with every filter, from both ends', async () => {
  const from = new Date(app.clock.now() + minute).toISOString();
  await add(40, (n) => `early.${n}@example.com`);
  app.clock.advance(2 * minute);
  await add(60, (n) => `late.${n}@example.com`);
  const rows = await tablesOf(app.service.context.db.read)
    .selectFrom('audit_events')
    .select(['sequence', 'action', 'at', 'target_text'])
    .where('tenant_id', '=', owner.tenantId)
    .orderBy('sequence', 'desc')
    .execute();
  const cases: [Query, (row: (typeof rows)[number]) => boolean][] = [
    [{}, () => true],
    [{ action: 'deleteMailSettings' }, ({ action }) => action === 'deleteMailSettings'],
    [{ from }, ({ at }) => at >= Date.parse(from)],
    [{ to: from, action: 'disableMember' }, ({ at, action }) => at < Date.parse(from) && action === 'disableMember'],
    [{ q: 'late.5' }, ({ target_text }) => target_text.includes('late.5')],
    [{ q: '5@' }, ({ target_text }) => target_text.includes('5@')],
    [{ q: 'nobody at all' }, () => false],
  ];
  for (const [query, matches] of cases) {
    expect(await pages(query, 7)).toEqual(rows.filter(matches).map(({ sequence }) => sequence));
  }
});

it('counts only newer entries again', async () => {
  await list({ action: 'deleteMailSettings' });
  const { total } = await list({ action: 'deleteMailSettings' });
  await add(3, () => 'x');
  const read = vi.spyOn(app.service.context.db, 'scopedTo');
  expect((await list({ action: 'deleteMailSettings' })).total).toBe(total + 1);
  expect(read).toHaveBeenCalled();
  read.mockRestore();
});

it('counts again after texts were erased', async () => {
  const person = await app.join(owner, 'admin', 'gqz@example.com');
  await invite(app, person, 'somebody@example.com');
  // Too short for the index.
  expect((await list({ q: 'qz' })).total).toBeGreaterThan(0);
  await scheduleDeletion(app, person);
  app.clock.advance(31 * day);
  await purge(app.service.context);
  const { token } = await app.login(owner);
  owner = { ...owner, token };
  expect((await list({ q: 'qz' })).total).toBe(0);
});
