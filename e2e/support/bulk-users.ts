import { contract } from '#shared/contract/index.ts';
import type { Role } from '#shared/rules/roles.ts';
import { type Castellan, journeyPassword, type TestUser } from './journey.ts';
import { callHttp } from './transports.ts';

/**
 * Adds many members to a team: invited at once, each accepting the link from a real email. Returns their ids by name.
 */
export const fillTeam = async (
  castellan: Castellan,
  host: TestUser,
  people: readonly { name: string; email: string; role?: Role }[],
): Promise<Map<string, string>> => {
  const { access_token: token, user } = host.session;
  const ids = new Map<string, string>();
  for (const role of new Set(people.map((person) => person.role ?? 'member'))) {
    const emails = people.filter((person) => (person.role ?? 'member') === role).map(({ email }) => email);
    await callHttp(
      castellan.address,
      contract.team.inviteMembers,
      { tenant_id: user.tenant_id, emails, role },
      { token },
    );
  }
  for (const { name, email } of people) {
    const link = new URL(await castellan.mailbox.link(email, /invited you/i));
    const secret = new URLSearchParams(link.hash.slice(1)).get('token');
    const accepted = { token: secret, name, password: journeyPassword };
    const { body } = await callHttp(castellan.address, contract.team.acceptInvitation, accepted);
    ids.set(name, contract.team.acceptInvitation.output.parse(body).user.id);
  }
  return ids;
};
