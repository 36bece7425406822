import { expect } from 'vitest';
import { type Cast, screenTests, tokenIn } from '#e2e/support/screens/screen-test.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { catalogues } from '#e2e/support/texts.ts';
import { contract } from '#shared/contract/index.ts';
import { type MemberRisk, memberRisks } from '#shared/contract/security/list-members-at-risk.ts';
import { day } from '#shared/rules/limits.ts';

const screenTest = screenTests();
const { risks } = catalogues.en.security.overview;

/** Someone who joined by a link that was handed over, which says nothing about the address. */
const joinUnverified = async ({ app, owner: { tenantId: tenant_id, token } }: Cast): Promise<string> => {
  const { team } = contract;
  const email = 'nora@example.org';
  const { invitation_id } = await app.call(team.inviteMember, { tenant_id, email, role: 'member' }, { token });
  const { url } = await app.call(team.copyInvitationLink, { tenant_id, invitation_id }, { token });
  await app.call(team.acceptInvitation, { token: tokenIn(url), name: 'Nora', password: testPassword });
  return 'Nora';
};

/** Puts someone at risk, and tells who is. */
const putAtRisk: Record<MemberRisk, (cast: Cast) => Promise<string>> = {
  no_second_factor: async ({ member }) => member.name,
  unverified: joinUnverified,
  dormant: async ({ app, member }) => {
    app.clock.advance(91 * day);
    return member.name;
  },
};

/** Where the way out of a risk leads. */
const wayOut: Record<MemberRisk, (name: string) => [role: 'heading' | 'button', name: string]> = {
  no_second_factor: () => ['heading', 'Two-factor authentication'],
  unverified: (name) => ['heading', name],
  dormant: () => ['button', 'Disable member'],
};

for (const risk of memberRisks) {
  screenTest(
    'security/members-at-risk',
    [],
    `says why an account is listed for ${risk}, and what ends it`,
    async (cast) => {
      const { app, owner, open } = cast;
      const name = await putAtRisk[risk](cast);
      const page = await open(await app.login(owner), `/dashboard/security?tab=members&risk=${risk}`);
      const { why, others } = risks[risk];
      const row = await page.find('row', new RegExp(`^${name}`));
      expect(row.textContent).toContain(why);
      await page.press(`${others}: ${name}`);
      await page.find(...wayOut[risk](name));
    },
  );
}

screenTest('security/members-at-risk', [], 'leads to where one protects one’s own account', async ({ owner, open }) => {
  const page = await open(owner, '/dashboard/security?tab=members');
  await page.press(`${risks.no_second_factor.own}: ${owner.name}`);
  await page.find('heading', 'Two-factor authentication');
});

screenTest('security/members-at-risk', [], 'leaves the policy to owners', async ({ app, owner, member, open }) => {
  const { tenantId: tenant_id, token } = owner;
  await app.call(contract.team.changeRole, { tenant_id, user_id: member.id, role: 'admin' }, { token });
  const page = await open(await app.login(member), '/dashboard/security?tab=members');
  await page.press(`${risks.open}: ${owner.name}`);
  await page.find('heading', owner.name);
});

screenTest('security/members-at-risk', [], 'is calm where nobody is at risk', async ({ owner, open }) => {
  const page = await open(owner, '/dashboard/security?tab=members&risk=dormant');
  await page.see(catalogues.en.security.overview.members.calm);
  await page.see(risks.dormant.none);
});

screenTest('security/members-at-risk', ['team.disableMember'], 'disables an account that nobody uses', async (cast) => {
  const { app, owner, member, open, read } = cast;
  const name = await putAtRisk.dormant(cast);
  const login = await app.login(owner);
  const page = await open(login, '/dashboard/security?tab=members&risk=dormant');
  await page.press(`${risks.dormant.others}: ${name}`);
  await page.send('Disable member', 'team.disableMember');
  await page.see(risks.dormant.none);
  const found = await read(login, contract.team.getMember, { tenant_id: owner.tenantId, user_id: member.id });
  expect(found.status).toBe('disabled');
});
