import { contract } from '#shared/contract/index.ts';
import { createApplication } from '../applications.ts';
import { createCustomRole } from '../custom-roles.ts';
import { createFixedIds } from '../fixed-ids.ts';
import { createGroup } from '../groups.ts';
import { monthlyServer } from '../hosting.ts';
import { perFile } from '../prepared.ts';
import type { Places } from '../screens.ts';
import { seedEvents } from '../seed-events.ts';
import { createTestService, type Person, type TestService } from '../test-service.ts';

const { audit, welcome, team, workspaces, mail } = contract;

/** Someone of the sample data, where no list is empty. */
const enter = async (app: TestService, role: 'owner' | 'member'): Promise<Person> => {
  const {
    user,
    access_token: token,
    refresh_token: refreshToken,
  } = await app.call(welcome.enterSampleTenant, { role });
  const { id, tenant_id: tenantId } = user;
  return { id, tenantId, email: '', name: '', password: '', token, refreshToken };
};

/** A service with the sample data, in which every screen has something to show. */
export const samplePlace = () =>
  perFile(async () => {
    const app = await createTestService({ 'rate-limits': 'off' }, { ids: createFixedIds() });
    await app.call(welcome.createSampleTenant, {});
    const people = { owner: await enter(app, 'owner'), member: await enter(app, 'member') };
    const { token, tenantId: tenant_id } = people.owner;
    await app.call(audit.verifyAuditLog, { tenant_id }, { token });
    const { users } = await app.call(team.listMembers, { tenant_id, q: 'priya' }, { token });
    const listed = await app.call(workspaces.listWorkspaces, { tenant_id }, { token: people.member.token });
    const { mails } = await app.call(mail.listMails, { tenant_id }, { token });
    const { context } = app.service;
    const { destinationId } = await context.db.transaction({ tenant: tenant_id }, (tx) =>
      seedEvents(context, tx, tenant_id, 1),
    );
    const { application_id: applicationId } = await createApplication(app, people.owner);
    const { application_id: proxiedId } = await createApplication(app, people.owner, {
      ...{ name: 'Metrics', kind: 'proxied', redirect_uris: [], host: 'metrics.example' },
    });
    const userId = users[0]?.user_id ?? '';
    const slug = listed.workspaces[0]?.slug ?? '';
    const { group_id: groupId } = await createGroup(app, people.owner, 'Design', {
      members: [userId],
      workspaces: { [slug]: 'Viewer' },
    });
    await createCustomRole(app, people.owner, ['audit.read'], [userId, groupId], 'Auditors');
    const places: Places = {
      userId,
      groupId,
      slug,
      mailId: mails[0]?.mail_id ?? '',
      destinationId,
      applicationId,
      proxiedId,
      serviceId: monthlyServer,
      invitation: '',
      signInSlug: 'nowhere',
    };
    return { app, people, places, close: () => app.close() };
  });
