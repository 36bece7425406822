import { contract } from '#shared/contract/index.ts';
import { failsWith } from './fails-with.ts';
import { createGroup } from './groups.ts';
import { createWorkspace } from './team.ts';
import type { Person, TestService } from './test-service.ts';

const { groups, workspaces } = contract;

interface Given {
  app: Pick<TestService, 'call'>;
  by: { token: string };
  group: { tenant_id: string; group_id: string };
  slug: string;
  person: Person;
}

/** What ends the access that a group gives. */
export const groupEndings: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
  'loses its workspace': ({ app, by, group, slug }) => app.call(groups.removeGroupWorkspace, { ...group, slug }, by),
  'loses its member': ({ app, by, group, person }) =>
    app.call(groups.removeGroupMembers, { ...group, user_ids: [person.id] }, by),
  'is deleted': ({ app, by, group }) => app.call(groups.deleteGroup, group, by),
};

let made = 0;

/** Expects that a member may enter through a group, and no longer once it ends, on another instance as well. */
export const expectGroupEnding = async (
  app: TestService,
  end: (given: Given) => Promise<unknown>,
  elsewhere: Pick<TestService, 'call'> = app,
): Promise<void> => {
  made += 1;
  const owner = await app.owner();
  const person = await app.join(owner);
  const { slug } = await createWorkspace(app, owner, `Entered ${made}`);
  const by = { token: owner.token };
  const group = await createGroup(app, owner, 'Entering', { members: [person.id] });
  const read = () =>
    elsewhere.call(workspaces.getWorkspace, { tenant_id: owner.tenantId, slug }, { token: person.token });
  await failsWith(read(), 'NOT_FOUND');
  await app.call(groups.setGroupWorkspace, { ...group, slug, role: 'Member' }, by);
  const { my_role } = await read();
  if (my_role !== 'Member') throw new Error(`The role is ${my_role}`);
  await end({ app, by, group, slug, person });
  await failsWith(read(), 'NOT_FOUND');
};
