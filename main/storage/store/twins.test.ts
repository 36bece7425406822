import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { customRoleCalls } from '#e2e/support/twins/calls/custom-roles.ts';
import { eventCalls } from '#e2e/support/twins/calls/events.ts';
import { groupCalls } from '#e2e/support/twins/calls/groups.ts';
import { hostingCalls } from '#e2e/support/twins/calls/hosting.ts';
import { identityCalls } from '#e2e/support/twins/calls/identity.ts';
import { oauthCalls } from '#e2e/support/twins/calls/oauth.ts';
import { organizationCalls } from '#e2e/support/twins/calls/organization.ts';
import { serviceAccountCalls } from '#e2e/support/twins/calls/service-accounts.ts';
import type { StoreCall } from '#e2e/support/twins/calls/shape.ts';
import { openCopy } from '#e2e/support/twins/open-database.ts';
import { createScopeCheck } from '#e2e/support/twins/scopes.ts';
import { addTwinOrganizations, addTwinPeople, allIds } from '#e2e/support/twins/twin-rows.ts';
import { fillWorld, findParts } from '#e2e/support/twins/world.ts';
import { tablesOf } from '../database/tables.ts';

/** DECISION 0276. */
const twins = perFile(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-twins-'));
  const app = await createTestService();
  const source = tablesOf(app.service.context.db.write);
  const empty = await openCopy(source, join(folder, 'empty'));
  const ownerId = await fillWorld(app);
  const alone = await openCopy(source, join(folder, 'alone'));
  const organizations = await openCopy(source, join(folder, 'organizations'));
  const people = await openCopy(source, join(folder, 'people'));
  await app.close();
  const parts = await findParts(alone.db, ownerId);
  const persons = [parts.owner, parts.disabled, parts.leaving, parts.due, parts.removed].map(({ id }) => id);
  await addTwinOrganizations(organizations.db);
  await addTwinPeople(people.db, persons);
  const { tenantId } = parts;
  const databases = { empty, alone, organizations, people };
  return {
    calls: [
      ...identityCalls(parts),
      ...organizationCalls(parts),
      ...hostingCalls(parts),
      ...eventCalls(parts),
      ...groupCalls(parts),
      ...customRoleCalls(parts),
      ...serviceAccountCalls(parts),
      ...oauthCalls(parts),
    ],
    check: createScopeCheck({ ...databases, ids: await allIds(alone.db), tenantId, peopleIds: new Set(persons) }),
    async close() {
      await Promise.all(Object.values(databases).map((copy) => copy.close()));
      await rm(folder, { recursive: true });
    },
  };
});

let scoped: StoreCall[] = [];
beforeAll(() => {
  scoped = twins.calls.filter(({ isForEveryone }) => !isForEveryone);
});

it('what takes an organization or a person does the same beside twins, and nothing for strangers', async () => {
  const faults: string[] = [];
  for (const call of scoped) {
    const fault = await twins.check.fault(call);
    if (fault) faults.push(`${call.name} ${fault}`);
  }
  expect(faults).toEqual([]);
});

it('the test above fails if a condition on an organization, a person or what is theirs is dropped', async () => {
  const unnoticed = new Map<string, Set<number>>();
  const noticed = new Map<string, Set<number>>();
  for (const call of scoped) {
    const count = await twins.check.countConditions(call);
    for (let drop = 0; drop < count; drop += 1) {
      const fault = await twins.check.fault(call, drop);
      const those = fault === undefined ? unnoticed : noticed;
      those.set(call.name, (those.get(call.name) ?? new Set()).add(drop));
    }
  }
  // Of several calls of a function, one that notices is enough.
  const found = [...unnoticed].filter(([name, drops]) => [...drops].some((drop) => !noticed.get(name)?.has(drop)));
  const explained = scoped.filter((call) => call.unnoticed !== undefined).map(({ name }) => name);
  expect(found.map(([name]) => name).sort()).toEqual([...new Set(explained)].sort());
});

/** Files whose functions take no organization and no person, but sometimes rows. */
const unscoped = [
  'audit/audit-search-texts',
  'built-statements',
  'database-facts',
  'installation',
  'locked-rows',
  'mail/mail-hold',
  'mail/mail-server',
  'paging',
  'published-keys',
  'sealed-columns',
  'sealed-values',
  'sql',
  'stored-columns',
  'stored-shapes',
  'identity/verified-addresses',
];

it('no function is left out', async () => {
  const entries = await readdir(import.meta.dirname, { recursive: true });
  const files = entries.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const called = new Set(twins.calls.map(({ name }) => name.split(' ')[0]));
  expect(files.map((name) => name.replace(/\.ts$/, '')).sort()).toEqual([...called, ...unscoped].sort());
  for (const { name } of twins.calls.filter(({ isForEveryone }) => isForEveryone)) {
    // Goes through all organizations, in order.
    if (name.endsWith('After')) continue;
    const [file, called] = name.split(' ');
    const text = await readFile(join(import.meta.dirname, `${file}.ts`), 'utf8');
    const parameters = new RegExp(`export const ${called} = (.*?)=>`, 's').exec(text)?.[1];
    expect.soft(parameters, name).toMatch(/^(async )?\(/);
    expect.soft(parameters, name).not.toMatch(/(tenant|user)(Id|_id)\b|HostingScope/);
  }
});
