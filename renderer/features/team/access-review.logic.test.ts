import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { type Access, accessCsv, accessDetail, accessId, accessTitle } from './access-review.logic.ts';

const row: Access = {
  holder: {
    kind: 'member',
    id: 'user_1',
    name: '=HYPERLINK("x")',
    email: 'ada@example.com',
    status: 'active',
    guest: false,
  },
  kind: 'workspace',
  role: 'Viewer',
  workspace: { workspace_id: 'ws_1', slug: 'shop', name: 'Shop' },
  group: { group_id: 'grp_1', name: 'Sales' },
  custom_role: null,
  since: null,
  given_by: { user_id: 'user_2', name: 'Grace' },
};

test('a file has a row for each thing that someone has, and no formulas', () => {
  expect(accessCsv([row])).toBe(
    [
      'name,email,kind,status,guest,access,role,workspace,custom_role,group,since,given_by,id,given_by_id',
      `"'=HYPERLINK(""x"")",ada@example.com,member,active,false,workspace,Viewer,Shop,,Sales,,Grace,user_1,user_2`,
      '',
    ].join('\r\n'),
  );
});

test('a row says what someone has, and the group that it comes from', () => {
  expect([accessTitle(row, english), accessDetail(row, english)]).toEqual([
    'Shop · Viewer',
    'Workspace, through Sales',
  ]);
  const group: Access = { ...row, kind: 'group', role: null, workspace: null };
  expect([accessTitle(group, english), accessDetail(group, english)]).toEqual(['Sales', 'Group']);
  const role: Access = { ...row, kind: 'role', role: 'admin', workspace: null, group: null };
  expect([accessTitle(role, english), accessDetail(role, english)]).toEqual(['Admin', 'Organization role']);
  expect(new Set([row, group, role].map(accessId)).size).toBe(3);
});
