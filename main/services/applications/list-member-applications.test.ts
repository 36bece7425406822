import { expect, it } from 'vitest';
import { createApplicationService } from '#e2e/support/application-service.ts';
import { letKnow } from '#e2e/support/applications.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';

const { applications, groups, team } = contract;

const app = perFile(createApplicationService);

it('lists what a member may use, then what they gave access before, and what these are told', async () => {
  const { first: owner } = app;
  const by = { token: owner.token };
  const member = await app.join(owner);
  const of = { tenant_id: owner.tenantId, user_id: member.id };
  const list = async () => {
    const answer = await app.call(applications.listMemberApplications, of, by);
    return { ...answer, names: answer.applications.map(({ name, may_use }) => [name, may_use]) };
  };
  const group = await createGroup(app, owner, 'Night shift', { members: [member.id] });
  const opened = await app.create({ access: 'restricted', group_ids: [group.group_id], name: 'Roster' });
  await app.create({ name: 'Wiki' });
  await app.create({ access: 'restricted', name: 'Not theirs' });
  await letKnow(app.service.context.db.write, member.id, opened.application_id, app.clock.now());
  const { applications: rows, names, claims } = await list();
  expect(names).toEqual([
    ['Roster', true],
    ['Wiki', true],
  ]);
  expect(rows[0]).toMatchObject({ scopes: ['openid', 'email'], last_used_at: null });
  expect(rows[1]).toMatchObject({ scopes: null, granted_at: null });
  expect(claims).toMatchObject({ sub: member.id, email: member.email, groups: ['role:member', 'Night shift'] });
  await app.call(groups.deleteGroup, group, by);
  expect((await list()).names).toEqual([
    ['Wiki', true],
    ['Roster', false],
  ]);
  await app.call(team.disableMember, of, by);
  expect(await list()).toMatchObject({ names: [['Roster', false]], total: 1, claims: null });
});
