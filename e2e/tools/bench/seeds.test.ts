import { expect, it } from 'vitest';
import { verifyAuditChain } from '#main/security/audit-verification.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { perFile } from '../../support/prepared.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withService } from './seed.ts';
import { seedGroups } from './seed-groups.ts';
import { seedMillion } from './seed-million.ts';

// The large figures take minutes to measure and run on their own. Their rows have to follow the schema all the same.
const ofMillion = perFile(() => temporaryFolder('castellan-million-'));
const ofGroups = perFile(() => temporaryFolder('castellan-groups-'));

const countsOf = (dataDir: string, ...names: ('users' | 'sessions' | 'audit_events' | 'group_members')[]) =>
  withService(dataDir, ({ context: { db } }) =>
    Promise.all(
      names.map(async (name) => {
        const { count } = await tablesOf(db.read)
          .selectFrom(name)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return count;
      }),
    ),
  );

it('rows of a million fit the schema, and their audit log is sound', async () => {
  const { path } = ofMillion;
  const shape = { rows: 2_500, usersOfLargest: 1_000, smallTenants: 10, sessionsPerOpen: 10, sessionsPerDue: 50 };
  const { tenantId } = await seedMillion(path, shape);
  expect(await countsOf(path, 'users', 'sessions', 'audit_events')).toEqual([2_500, 2_500, 2_500]);
  const verdict = await withService(path, ({ context: { db, audit } }) => verifyAuditChain(db.read, audit, tenantId));
  expect(verdict).toEqual({ valid: true, checked: 2_500 });
});

it('rows of a million people in groups fit the schema', async () => {
  const { path } = ofGroups;
  const shape = { members: 200, groups: 20, roles: 3, signedIn: 2, groupsEach: 5 };
  await seedGroups(path, shape);
  // Each of the others is in one group, and the two who are signed in are in five each.
  expect(await countsOf(path, 'users', 'group_members')).toEqual([200, 196 + 10]);
});
