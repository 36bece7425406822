import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();

/** Every list that the address holds: where it is, what it reads, and what narrows it. */
const lists = [
  [
    'mail/outbox-panel',
    '/dashboard/mail?',
    'mail.listMails',
    'mails',
    'Search by recipient or subject',
    'Filter by status',
  ],
  [
    'installation/organizations',
    '/dashboard/server?tab=organizations&',
    'installation.listOrganizations',
    'organizations',
    'Search organizations',
  ],
  ['team/members-panel', '/dashboard/team?', 'team.listMembers', 'users', 'Search by name or email', 'Filter by role'],
  [
    'team/invitations-panel',
    '/dashboard/team?tab=invitations&',
    'team.listInvitations',
    'invitations',
    'Search by email',
    'Filter by status',
  ],
  [
    'workspaces/workspaces-page',
    '/dashboard/workspaces?',
    'workspaces.listWorkspaces',
    'workspaces',
    'Search workspaces',
  ],
  ['audit/audit-filters', '/dashboard/audit?', 'audit.listAuditEvents', 'events', 'Search name, email or IP'],
  [
    'security/members-at-risk',
    '/dashboard/security?tab=members&',
    'security.listMembersAtRisk',
    'members',
    'Search by name or email',
    'Filter by risk',
  ],
  [
    'security/team-sessions',
    '/dashboard/security?tab=sessions&',
    'sessions.listTeamSessions',
    'sessions',
    'Search by name or email',
  ],
] as const;

for (const [file, address, operation, rows, search, filter] of lists) {
  screenTest(file, [], 'starts over with the first page when the list is narrowed', async ({ operator, open }) => {
    const at = (name: string) => new URLSearchParams(window.location.search).get(name);
    const page = await open(operator, address);
    page.answer(operation, async () => Response.json({ result: { data: { [rows]: [], total: 1_000 } } }));
    const goToPage = async () => {
      window.history.pushState(null, '', `${address}page=3`);
      await page.settled();
      expect(at('page')).toBe('3');
    };
    await goToPage();
    await page.fill(search, 'ann');
    await expect.poll(() => at('q')).toBe('ann');
    expect(at('page')).toBeNull();
    if (filter === undefined) return;
    await goToPage();
    const field = await page.field(filter);
    await page.choose(filter, [...field.querySelectorAll('option')].at(-1)?.textContent ?? '');
    await page.settled();
    expect(at('page')).toBeNull();
  });
}

screenTest(
  'audit/audit-page',
  [],
  'starts over with the first page of what one person did',
  async ({ owner, open }) => {
    const page = await open(owner, '/dashboard/audit');
    const event = {
      ...{
        sequence: 1,
        at: '2026-03-01T08:00:00.000Z',
        action: 'updateTenant',
        outcome: 'done',
        details: {},
        hash: 'hash',
      },
      ...{ actor_id: owner.id, actor_name: 'Ann', ip_address: null, device: null, request_id: null },
      ...{ target_kind: 'tenant', target_id: owner.tenantId, target_label: 'Acme' },
    };
    page.answer('audit.listAuditEvents', async () =>
      Response.json({ result: { data: { events: [event], total: 1_000 } } }),
    );
    window.history.pushState(null, '', '/dashboard/audit?page=3&q=ann');
    await (await page.in('cell', 'Ann')).press('Ann');
    await page.settled();
    expect(window.location.search).toBe(`?q=ann&actor=${owner.id}`);
  },
);
