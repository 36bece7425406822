import { beforeAll, expect, it } from 'vitest';
import { backedUpService } from '#e2e/support/backed-up-service.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createSeedData, type Team } from '#e2e/support/seed-data.ts';
import { type WrittenRow, watchWrites } from '#e2e/support/written-rows.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
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
  readonly given?: (own: Team) => Promise<unknown>;
}

const { applications, events, mail, security, team } = contract;
const destination = ({ events: { destinationId: destination_id } }: Team) => ({ destination_id });
const invitation = ({ invitationId: invitation_id }: Team) => ({ invitation_id });
const toOwner = ({ owner: { id: user_id } }: Team) => ({ user_id });
const conflict = { error: 'STATE_CONFLICT' } as const;

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
];

it.each(refusals.map((refusal) => [refusal.operation.id, refusal.reason ?? refusal.error, refusal] as const))(
  '%s is refused: %s',
  async (_, __, { operation, error, reason, input, given }) => {
    const { context, mailWorker } = app.service;
    const { own } = await createSeedData(context, app.passwordHash, 'same');
    await given?.(own);
    if (isEmbedded()) await written();
    const refused = app.call(operation, { tenant_id: own.id, ...input(own) } as never, { token: own.owner.token });
    const details = await failsWith(refused, error);
    if (reason !== undefined) expect(details).toMatchObject({ reason });
    await mailWorker.drain();
    if (isEmbedded()) expect(await written()).toEqual([]);
  },
);
