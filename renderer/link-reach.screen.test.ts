import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();
const features = 'renderer/features';

/** Where each screen that hands out a link, or has one emailed to others, says who can open it. */
const toldIn: Record<string, string> = {
  'mail/mail-preview.tsx': 'mail/mail-preview.tsx',
  'profile/details-tab.tsx': 'profile/details-tab.tsx',
  'team/invitation-links.tsx': 'team/invitation-links.tsx',
  'team/invitation-task.tsx': 'team/invitation-task.tsx',
  'team/invitations-bulk.tsx': 'team/invitations-panel.tsx',
  'team/invite-dialog.tsx': 'team/invite-form.tsx',
  'team/link-dialog.tsx': 'team/link-dialog.tsx',
};
const handsOut = /\b(copyInvitationLink|createMemberLink|revealMailLink|inviteMembers|resendInvitation)\.mutat/;

it('says wherever a link is handed out who can open it', () => {
  const read = (file: string): string => readFileSync(`${features}/${file}`, 'utf8');
  const found = globSync('**/*.tsx', { cwd: features }).filter((file) => handsOut.test(read(file)));
  expect(found.toSorted()).toEqual(Object.keys(toldIn));
  for (const place of Object.values(toldIn)) expect(read(place), place).toMatch(/<(LinkReachNotice|ShareLink)\b/);
});

const title = 'Links open only on this server’s computer';

screenTest('team/invite-form', [], 'says before an invitation that others can’t open its link', async (cast) => {
  const own = await cast.open(cast.operator, '/dashboard/team');
  await own.press('Invite people');
  await own.see(title);
  await own.see('--public-url');
  const page = await cast.open(cast.owner, '/dashboard/team');
  await page.press('Invite people');
  await page.see(title);
  await page.see(/Ask the operator of this server/);
});
