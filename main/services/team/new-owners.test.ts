import { expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { settleOwnership } from '#e2e/support/settled-owners.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const { team } = contract;

const app = perFile(() => createTestService());

const of = ({ id, tenantId }: Person) => ({ tenant_id: tenantId, user_id: id });
const promote = (by: Person, whom: Person) =>
  app.call(team.changeRole, { ...of(whom), role: 'owner' }, { token: by.token });

const shutOut: [string, (by: Person, whom: Person) => Promise<unknown>][] = [
  ['remove', (by, whom) => app.call(team.removeMember, of(whom), { token: by.token })],
  [
    'remove among others',
    (by, { tenantId: tenant_id, id }) =>
      app.call(team.removeMembers, { tenant_id, user_ids: [id] }, { token: by.token }),
  ],
  ['disable', (by, whom) => app.call(team.disableMember, of(whom), { token: by.token })],
];

/** Decision 0259: otherwise an owner whom a thief made would take the links away that undo it. */
it.each(shutOut)('a new owner cannot %s the owners who can still undo that', async (_name, act) => {
  const owner = await app.owner();
  const other = await app.join(owner, 'owner');
  const member = await app.join(owner, 'admin');
  const accomplice = await app.join(owner, 'admin');
  await settleOwnership(app, other);
  app.clock.advance(minute);
  await promote(owner, member);
  await promote(member, accomplice);
  for (const by of [member, accomplice]) {
    for (const whom of [owner, other]) {
      expect((await failsWith(act(by, whom), 'FORBIDDEN')).reason).toBe('ownership_can_be_undone');
    }
  }
  // Those who can undo the same are equals, and after a week the new owner is, too.
  await act(owner, other);
  await settleOwnership(app, member);
  await settleOwnership(app, accomplice);
  await act(member, owner);
});
