import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { applyTextInput } from '../storage/database/migrations/text-keys.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { tablesOf } from '../storage/database/tables.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());

/** What the migration does. It knows no tables. */
const migrate = (tx: WriteTransaction) => applyTextInput(tablesOf(tx) as unknown as Kysely<unknown>);

/** In every list: what it has, and how people spell it. */
const spellings: readonly [stored: string, ...sought: string[]][] = [
  ['\u00c9mile Zola', 'emile', '\u00e9mile', 'e\u0301mile', 'E\u0301MILE', 'EMILE Z'],
  ['\u0130stanbul Ofisi', 'istanbul', '\u0130STANBUL', '\u0131stanbul'],
  ['Stra\u00dfe 7', 'strasse', 'STRASSE', 'STRA\u1e9eE', 'stra\u00dfe'],
  ['\u0141\u00f3d\u017a', 'lodz', '\u0142\u00f3d\u017a', 'Lo\u0301dz'],
];

/** Finds the name of everything that matches. */
const searches: Readonly<Record<string, (q: string) => Promise<(string | null)[]>>> = {
  members: async (q) =>
    (await app.call(contract.team.listMembers, { tenant_id: owner.tenantId, q }, { token: owner.token })).users.map(
      ({ name }) => name,
    ),
  workspaces: async (q) =>
    (
      await app.call(contract.workspaces.listWorkspaces, { tenant_id: owner.tenantId, q }, { token: owner.token })
    ).workspaces.map(({ name }) => name),
  organizations: async (q) =>
    (await app.call(contract.installation.listOrganizations, { q }, { token: owner.token })).organizations.map(
      ({ name }) => name,
    ),
  'audit log': async (q) =>
    (
      await app.call(contract.audit.listAuditEvents, { tenant_id: owner.tenantId, q }, { token: owner.token })
    ).events.flatMap(({ action, target_label }) => (action === 'createWorkspace' ? [target_label] : [])),
};

beforeAll(async () => {
  for (const [name] of spellings) {
    const person = await app.join(owner);
    await app.call(contract.profile.updateMe, { name }, { token: person.token });
    await createWorkspace(app, owner, name);
    const other = await app.owner();
    await app.call(contract.organization.updateTenant, { tenant_id: other.tenantId, name }, { token: other.token });
  }
});

const cases = Object.entries(searches).flatMap(([list, find]) =>
  spellings.flatMap(([stored, ...sought]) => sought.map((q) => ({ list, stored, q, find }))),
);

it.each(cases)('the search in the $list finds $stored by $q', async ({ stored, q, find }) => {
  expect(await find(q)).toEqual([stored]);
});

it('lists sort accents beside the letters that they belong to', async () => {
  const names = ['Zebra', '\u00c4rger', 'Arger', 'argerlich', '\u00c9mile', 'Emil', 'Emir'];
  const other = await app.owner();
  for (const name of names) await createWorkspace(app, other, name);
  const { workspaces } = await app.call(
    contract.workspaces.listWorkspaces,
    { tenant_id: other.tenantId },
    { token: other.token },
  );
  expect(workspaces.map(({ name }) => name)).toEqual([
    'Arger',
    '\u00c4rger',
    'argerlich',
    'Emil',
    '\u00c9mile',
    'Emir',
    'Zebra',
  ]);
});

describe('rows of version 0.1.0', () => {
  beforeAll(async () => {
    await app.service.context.db.transaction({}, async (tx) => {
      const db = tablesOf(tx);
      const write = async (change: ReturnType<typeof sql>) => void (await change.execute(db));
      for (const { id, name, email } of await db.selectFrom('users').select(['id', 'name', 'email']).execute()) {
        const [key, text] = [name.toLowerCase(), `${name}\n${email}`.toLowerCase()];
        await write(sql`update users set name_key = ${key}, search_text = ${text} where id = ${id}`);
      }
      for (const { id, name } of await db.selectFrom('workspaces').select(['id', 'name']).execute())
        await write(sql`update workspaces set name_key = ${name.toLowerCase()} where id = ${id}`);
      for (const row of await db.selectFrom('audit_events').selectAll().where('target_label', 'is not', null).execute())
        await write(sql`update audit_events set target_text = ${row.target_label?.toLowerCase()}
          where tenant_id = ${row.tenant_id} and sequence = ${row.sequence}`);
      await write(sql`update tenants set name_key = null`);
    });
  });

  it('are an intact audit log', async () => {
    const { valid } = await app.call(
      contract.audit.verifyAuditLog,
      { tenant_id: owner.tenantId },
      { token: owner.token },
    );
    expect(valid).toBe(true);
  });

  it('are found after the upgrade like all others', async () => {
    expect(await searches.members?.('emile')).toEqual([]);
    await app.service.context.db.transaction({}, (tx) => migrate(tx));
    for (const { stored, q, find } of cases) expect(await find(q), q).toEqual([stored]);
    expect(
      (await app.call(contract.audit.verifyAuditLog, { tenant_id: owner.tenantId }, { token: owner.token })).valid,
    ).toBe(true);
  });

  it('whose workspaces took the address of a page get one of their own', async () => {
    await createWorkspace(app, owner, 'New');
    await createWorkspace(app, owner, 'Taken');
    await app.service.context.db.transaction({}, async (tx) => {
      await tablesOf(tx).updateTable('workspaces').set({ slug: 'new' }).where('slug', '=', 'taken').execute();
      await migrate(tx);
    });
    const slugs = (
      await app.call(contract.workspaces.listWorkspaces, { tenant_id: owner.tenantId }, { token: owner.token })
    ).workspaces.map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(['new-workspace', 'new-workspace-2']));
    expect(slugs).not.toContain('new');
  });
});

it('no workspace takes the address of a page', async () => {
  const creating = app.call(
    contract.workspaces.createWorkspace,
    { tenant_id: owner.tenantId, name: 'Fine', slug: 'new' },
    { token: owner.token },
  );
  const { errors } = await failsWith(creating, 'VALIDATION_FAILED');
  expect(errors?.map(({ reason }) => reason)).toEqual(['slug_reserved']);
});
