import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { isLetIn, openVisit, type Visit } from '#e2e/support/protected-host.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { createForwardAuth } from './forward-auth.ts';

const app = perFile(() => createTestService());

it('what is remembered of one person at one host counts for no other person and no other host', async () => {
  const owner = await app.owner();
  const admin = await app.join(owner, 'admin');
  const { context } = app.service;
  const visits: { visit: Visit; mayOpen: boolean }[] = [];
  for (const person of [owner, admin]) {
    for (const allowed_roles of ['owner', 'admin', 'owner admin', 'member']) {
      const visit = await openVisit(app, person);
      await tablesOf(context.db.write)
        .updateTable('applications')
        .set({ access: 'restricted', allowed_roles })
        .where('id', '=', visit.applicationId)
        .execute();
      visits.push({ visit, mayOpen: allowed_roles.includes(person === owner ? 'owner' : 'admin') });
    }
  }
  const expected = visits.map(({ mayOpen }) => mayOpen);
  for (const order of [visits, visits.toReversed()]) {
    const auth = createForwardAuth(context, 'https://castellan.example');
    // The second time, all of it is remembered.
    for (const _ of [1, 2]) {
      const answers = new Map<unknown, boolean>();
      for (const each of order) answers.set(each, await isLetIn(app, each.visit, auth));
      expect(visits.map((each) => answers.get(each))).toEqual(expected);
    }
  }
  const auth = createForwardAuth(context, 'https://castellan.example');
  const [first, second] = visits.filter(({ mayOpen }) => mayOpen).map(({ visit }) => visit);
  if (!first || !second) throw new Error('There are no two hosts');
  for (const visit of [first, second]) expect(await isLetIn(app, visit, auth)).toBe(true);
  expect(await isLetIn(app, { ...second, secret: first.secret }, auth)).toBe(false);
});
