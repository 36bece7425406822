import { beforeAll, expect, it, vi } from 'vitest';
import { makeAdminTenant } from '#e2e/support/admin-tenant.ts';
import { backedUpService } from '#e2e/support/backed-up-service.ts';
import { seedCustomRole } from '#e2e/support/custom-roles.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer, plans } from '#e2e/support/hosting.ts';
import { createSeedData, type Team } from '#e2e/support/seed-data.ts';
import { type CallOptions, testPassword } from '#e2e/support/test-service.ts';
import { type WrittenRow, watchWrites } from '#e2e/support/written-rows.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { markSample } from '#main/storage/store/team/sample-tenants.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';

/** What an operation is refused for because of what is so. Nothing is written then, and no one is told. */
const app = backedUpService();
let written: () => Promise<WrittenRow[]>;
beforeAll(async () => {
  if (isEmbedded()) written = await watchWrites(app.service.context.db.write);
});

const change = <Table extends keyof Schema & string>(table: Table, id: string, row: object) =>
  tablesOf(app.service.context.db.write)
    .updateTable(table as 'users')
    .set(row)
    .where('id', '=', id)
    .execute();

interface Refusal {
  readonly operation: OperationSpec;
  readonly error: ErrorKey;
  readonly reason?: string;
  readonly input: (own: Team) => object;
  /** What makes it so. */
  readonly given?: (own: Team) => unknown;
  /** Who asks, by default the owner; `nobody` without signing in. */
  readonly as?: 'outsider' | 'nobody';
}

const { applications, auth, events, hosting, mail, profile, security, settings, team, welcome } = contract;
const destination = ({ events: { destinationId: destination_id } }: Team) => ({ destination_id });
const invitation = ({ invitationId: invitation_id }: Team) => ({ invitation_id });
const toOwner = ({ owner: { id: user_id } }: Team) => ({ user_id });
const conflict = { error: 'STATE_CONFLICT' } as const;
const password = testPassword;
const nothing = () => ({});
const toTarget = ({ target: { id: user_id } }: Team) => ({ user_id });
const server = () => ({ serviceid: monthlyServer });
const run = ({ hosting: { runId: run_id } }: Team) => ({ run_id });
const runIs = (state: string) => (own: Team) => change('upgrade_runs', own.hosting.runId, { state });
const asAdminTeam = (own: Team) => makeAdminTenant(app.service.context, own.id);
const leave = { operation: profile.deleteMe, input: () => ({ confirmation: 'DELETE', password }) };
const verify = (id: string) => change('users', id, { email_verified: 1, email_verified_by: 'mailbox' });
/** Everyone but the owner. */
const changeOthers = ({ id, owner }: Team, row: object) =>
  tablesOf(app.service.context.db.write)
    .updateTable('users')
    .set(row)
    .where('tenant_id', '=', id)
    .where('id', '!=', owner.id)
    .execute();
/** Lets someone manage the team, and nothing else. */
const letManage = (own: Team) =>
  app.service.context.db.transaction({ tenant: own.id }, (tx) =>
    seedCustomRole(app.service.context, tx, {
      ...{ tenantId: own.id, by: own.owner.id, userId: own.outsider.id },
      ...{ name: 'Managers', permissions: ['team.manage'] },
    }),
  );
const mailServer = {
  ...{ host: 'mail.example', port: 25, security: 'none', username: '' },
  ...{ sender_name: 'Us', sender_address: 'us@example.com', password, kept_mails: 'keep' },
};

const refusals: readonly Refusal[] = [
  {
    ...conflict,
    ...{ operation: events.replayEventDelivery, reason: 'event_removed' },
    input: (own) => ({ ...destination(own), delivery_id: own.events.delivered }),
    given: (own) => change('event_deliveries', own.events.delivered, { position: 1_000 }),
  },
  {
    ...conflict,
    ...{ operation: events.rollEventSecret, reason: 'not_signed' },
    input: (own) => ({ ...destination(own), overlap_hours: 1 }),
    given: (own) => change('event_destinations', own.events.destinationId, { sealed_secret: null }),
  },
  {
    ...conflict,
    ...{ operation: applications.addApplicationSecret, reason: 'no_secrets' },
    input: (own) => ({ application_id: own.application.id }),
    given: (own) => change('applications', own.application.id, { kind: 'native' }),
  },
  {
    ...conflict,
    ...{ operation: mail.revealMailLink, reason: 'link_unavailable' },
    input: (own) => ({ mail_id: own.mails.queued }),
    given: (own) =>
      tablesOf(app.service.context.db.write)
        .updateTable('one_time_tokens')
        .set({ used_at: app.clock.now() })
        .where('user_id', '=', own.target.id)
        .execute(),
  },
  {
    ...conflict,
    ...{ operation: team.resendInvitation, reason: 'invitee_has_joined', input: invitation },
    given: (own) => change('invitations', own.invitationId, { email: own.member.email }),
  },
  {
    ...{ operation: team.resendInvitation, error: 'EMAIL_DOMAIN_NOT_ALLOWED', input: invitation },
    given: (own) => change('tenants', own.id, { email_domains: '["elsewhere.example"]' }),
  },
  ...(['revokeInvitation', 'copyInvitationLink', 'resendInvitation'] as const).map((name) => ({
    ...conflict,
    ...{ operation: team[name], reason: 'invitation_not_pending', input: invitation },
    given: (own: Team) => change('invitations', own.invitationId, { status: 'accepted' }),
  })),
  { ...conflict, operation: team.disableMember, reason: 'own_account', input: toOwner },
  { ...conflict, operation: team.markEmailVerified, reason: 'own_account', input: toOwner },
  { ...conflict, operation: security.resetMemberSecondFactor, reason: 'own_second_factor', input: toOwner },
  { ...conflict, operation: security.resetMemberSecondFactor, reason: 'member_second_factor_off', input: toTarget },
  {
    ...conflict,
    ...{ operation: security.confirmSecondFactor, reason: 'second_factor_not_started' },
    input: () => ({ code: '123456' }),
  },
  { ...conflict, operation: team.enableMember, reason: 'account_not_disabled', input: toTarget },
  {
    ...{ operation: team.resendInvitation, error: 'FORBIDDEN', reason: 'beyond_own', input: invitation },
    ...{ given: letManage, as: 'outsider' },
  },
  {
    ...conflict,
    ...{ operation: events.replayEventDelivery, reason: 'delivery_waiting' },
    input: (own) => ({ ...destination(own), delivery_id: own.events.delivered }),
    given: (own) => change('event_deliveries', own.events.delivered, { status: 'waiting', ended_at: null }),
  },
  {
    ...conflict,
    ...{ operation: mail.retryMail, reason: 'email_not_failed' },
    input: (own) => ({ mail_id: own.mails.queued }),
    given: (own) => change('mails', own.mails.queued, { status: 'sent' }),
  },
  ...(['deleteMailSettings', 'sendTestMail'] as const).map((name) => ({
    ...conflict,
    ...{ operation: mail[name], reason: 'no_mail_server', given: asAdminTeam },
    input: name === 'sendTestMail' ? nothing : () => ({ password }),
  })),
  {
    ...{ operation: mail.updateMailSettings, error: 'FORBIDDEN', reason: 'mail_server_of_admin_team' },
    input: () => mailServer,
  },
  {
    ...conflict,
    ...{ operation: mail.updateMailSettings, reason: 'mail_server_configured_outside', input: () => mailServer },
    async given(own) {
      await asAdminTeam(own);
      vi.spyOn(app.service.context.mailGateway, 'outside').mockReturnValue('smtp://mail.example');
    },
  },
  { operation: settings.backUpNow, error: 'FORBIDDEN', reason: 'backups_of_admin_team', input: nothing },
  { ...conflict, operation: welcome.removeSampleTenant, reason: 'not_sample_data', input: nothing },
  { ...conflict, operation: welcome.createSampleTenant, reason: 'sample_not_offered', input: nothing, as: 'nobody' },
  {
    ...{ operation: auth.changePassword, error: 'WEAK_PASSWORD', reason: 'too_short_for_team' },
    input: () => ({ current_password: password, new_password: 'fifteen letters' }),
    given: (own) => change('tenants', own.id, { password_min_length: 16 }),
  },
  {
    ...{ ...leave, error: 'LAST_OWNER', reason: 'only_verified_owner' },
    async given(own) {
      await change('tenants', own.id, { verified_email_required: 1 });
      await verify(own.owner.id);
    },
  },
  {
    ...{ ...leave, error: 'LAST_OWNER', reason: 'members_remain' },
    given: (own) => change('users', own.coOwner.id, { role: 'admin' }),
  },
  {
    ...{ ...leave, error: 'LAST_OWNER', reason: 'scheduled_members_remain' },
    given: (own) => changeOthers(own, { role: 'member', status: 'disabled' }),
  },
  { ...conflict, operation: hosting.upgradeServer, reason: 'no_open_run', input: server },
  {
    ...{ operation: hosting.chooseUpgradePlan, error: 'PLAN_NOT_OFFERED', reason: 'plan_not_listed' },
    input: (own) => ({ ...run(own), rid: 9_999 }),
  },
  {
    ...conflict,
    ...{ operation: hosting.chooseUpgradePlan, reason: 'waits_for_decision' },
    input: (own) => ({ ...run(own), rid: plans.next }),
    given: runIs('resized'),
  },
  {
    ...conflict,
    ...{ operation: hosting.changeBillingCycle, reason: 'same_billing_cycle' },
    input: () => ({ ...server(), billingcycle: 'monthly' }),
  },
  {
    ...conflict,
    ...{ operation: hosting.paySandboxInvoice, reason: 'no_invoice_to_pay', input: run },
    given: runIs('awaiting_payment'),
  },
  {
    ...conflict,
    ...{ operation: hosting.cancelSandboxOrder, reason: 'no_order_to_cancel', input: run },
    given: runIs('awaiting_payment'),
  },
  // The last one: sample data administers a server only where there is nothing else.
  {
    ...conflict,
    ...{ operation: mail.updateMailSettings, reason: 'sample_sends_no_email', input: () => mailServer },
    async given(own) {
      const { write } = app.service.context.db;
      await tablesOf(write).deleteFrom('tenants').where('id', '!=', own.id).execute();
      await markSample(write, own.id);
    },
  },
];

it.each(refusals.map((refusal) => [refusal.operation.id, refusal.reason ?? refusal.error, refusal] as const))(
  '%s is refused: %s',
  async (_, __, { operation, error, reason, input, given, as = 'owner' as const }) => {
    const { context, mailWorker } = app.service;
    const { own } = await createSeedData(context, app.passwordHash, 'same');
    await given?.(own);
    if (isEmbedded()) await written();
    const place = operation.http.path.includes('{tenant_id}') ? { tenant_id: own.id } : {};
    const caller: CallOptions = as === 'nobody' ? {} : { token: own[as].token };
    const refused = app.call(operation, { ...place, ...input(own) } as never, caller);
    const details = await failsWith(refused, error);
    if (reason !== undefined) expect(details).toMatchObject({ reason });
    await mailWorker.drain();
    if (isEmbedded()) expect(await written()).toEqual([]);
  },
);
