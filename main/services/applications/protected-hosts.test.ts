import { describe, expect, it } from 'vitest';
import { createApplicationService, type Entered, refusedFields } from '#e2e/support/application-service.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { findApplication, updateApplication as updateRow } from '#main/storage/store/oauth/applications.ts';
import { pathRulesShape } from '#main/storage/store/stored-shapes.ts';
import { contract } from '#shared/contract/index.ts';

const { groups } = contract;

const app = perFile(createApplicationService);
const owner = perFile(async () => app.first);
const stranger = perFile(() => app.owner());
const by = ({ token }: { token: string }) => ({ token });
const read = () => app.service.context.db.read;
const write = () => app.service.context.db.write;

describe('a protected host', () => {
  it('belongs to one application of the installation, and is never that of the console', async () => {
    const one = await app.create({ kind: 'proxied', redirect_uris: [], host: 'Wiki.example.com:443' });
    expect(one.host).toBe('wiki.example.com');
    const entered = { kind: 'proxied', redirect_uris: [], host: 'wiki.example.com' } satisfies Entered;
    await failsWith(app.create(entered), 'APPLICATION_HOST_TAKEN');
    await failsWith(app.create(entered, stranger), 'APPLICATION_HOST_TAKEN');
    // Browsers have one set of cookies for all ports of a name.
    await failsWith(app.create({ ...entered, host: 'wiki.example.com:8443' }, stranger), 'APPLICATION_HOST_TAKEN');
    const other = await app.create({ ...entered, host: 'wiki.example.com:8443' });
    await failsWith(app.update(other, { host: 'wiki.example.com' }), 'APPLICATION_HOST_TAKEN');
    await app.create({ ...entered, host: 'my.wiki.example.com' }, stranger);
    for (const host of ['castellan.example', 'castellan.example:8443'])
      expect(await refusedFields(app.create({ ...entered, host }))).toEqual(['host: own_host']);
    await app.update(one, { host: 'wiki.example.com', description: 'The same' });
  });

  it('has rules for paths, each once, and a group where one is asked for', async () => {
    const group = await createGroup(app, owner, 'Admins');
    const { group_id } = group;
    const entered = { kind: 'proxied', redirect_uris: [], host: 'rules.example' } satisfies Entered;
    const rules = [
      { path: '/', access: 'public' },
      { path: '/', access: 'allowed', group_id },
      { path: '/admin', access: 'group' },
      { path: '/other', access: 'group', group_id: 'grp_none' },
    ] as const;
    expect(await refusedFields(app.create({ ...entered, path_rules: [...rules] }))).toEqual([
      'path_rules.1.path: path_twice',
      'path_rules.1.group_id: for_other_kind',
      'path_rules.2.group_id: required',
      'path_rules.3.group_id: group',
    ]);
    const path_rules = [{ path: '/admin', access: 'group' as const, group_id }];
    const made = await app.create({ ...entered, path_rules });
    expect(made.path_rules).toEqual(path_rules);
    await app.call(groups.deleteGroup, group, by(owner));
    // The rule stays, for nobody, until someone changes it.
    expect((await app.update(made, { description: 'Changed' })).path_rules).toEqual(path_rules);
  });

  it('is named before a group is deleted that opens one of its pages', async () => {
    const group = await createGroup(app, owner, 'Page');
    const other = await createGroup(app, owner, 'Other');
    const path_rules = [{ path: '/admin', access: 'group' as const, group_id: group.group_id }];
    const { application_id, name } = await app.create({
      ...{ kind: 'proxied', redirect_uris: [], host: 'page.example', path_rules },
    });
    const preview = (of: typeof group) => app.call(groups.previewGroupDeletion, of, by(owner));
    expect((await preview(group)).applications).toEqual([{ application_id, name }]);
    expect((await app.call(groups.getGroup, group, by(owner))).applications).toEqual([{ application_id, name }]);
    expect((await preview(other)).applications).toEqual([]);
  });

  it('opens nothing if its rules cannot be read', async () => {
    const made = await app.create({ kind: 'proxied', redirect_uris: [], host: 'broken.example' });
    const row = (await findApplication(read(), owner.tenantId, made.application_id)) ?? expect.fail();
    const { id, tenant_id: _, name_key: __, created_at: ___, created_by: ____, creator_name: _____, ...columns } = row;
    const path_rules = pathRulesShape.write([]).replace('[]', '{}') as typeof row.path_rules;
    await updateRow(write(), owner.tenantId, id, { ...columns, path_rules });
    await failsWith(app.get(made), 'INTERNAL');
  });
});
