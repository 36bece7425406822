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
