import { type Kysely, sql } from 'kysely';

/** References by which a deletion finds everything that names the person, even after links and addresses changed. */
export const personalData = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const graceMs = 30 * 24 * 60 * 60 * 1_000;

const statements = [
  `create table former_emails (
    user_id text not null references users (id) on delete cascade,
    email text not null,
    primary key (user_id, email)
  )`,
  // The log labels rows about an account with the address that it had at the time.
  `insert into former_emails (user_id, email)
    select distinct users.id, audit_events.target_label
    from users
    join audit_events on audit_events.tenant_id = users.tenant_id
      and audit_events.target_kind = 'user' and audit_events.target_id = users.id
    where audit_events.target_label is not null and audit_events.target_label <> users.email`,
  `alter table invitations add column accepted_by text references users (id) on delete cascade`,
  `create index invitations_accepted_by on invitations (accepted_by)`,
  `update invitations set accepted_by = (
    select users.id from users
    where users.tenant_id = invitations.tenant_id and (
      users.email = invitations.email
      or exists (select 1 from former_emails where user_id = users.id and email = invitations.email)
    )
    order by case when users.email = invitations.email then 0 else 1 end, users.created_at
    limit 1
  ) where status = 'accepted'`,
  `alter table mails add column sender_id text references users (id) on delete cascade`,
  `create index mails_sender on mails (sender_id)`,
  `update mails set sender_id = (
    select invitations.invited_by from links
    join invitations on invitations.id = links.invitation_id
    where links.id = mails.link_id
  ) where kind = 'invitation'`,
  // The links of older emails are gone: use the last invitation to that address before the email.
  `update mails set sender_id = (
    select invitations.invited_by from invitations
    where invitations.tenant_id = mails.tenant_id and invitations.email = mails.recipient
      and invitations.created_at <= mails.created_at
    order by invitations.created_at desc limit 1
  ) where kind = 'invitation' and sender_id is null`,
  `update mails set sender_id = (
    select audit_events.actor_id from audit_events
    join users on users.id = audit_events.actor_id
    where audit_events.tenant_id = mails.tenant_id and audit_events.action = 'resetMemberSecondFactor'
      and audit_events.target_id = mails.user_id and audit_events.at = mails.created_at
    limit 1
  ) where kind = 'second_factor_reset'`,
  // Removal used to wipe the date of a scheduled deletion.
  `update users set delete_at = (
    select max(asked.at) + ${graceMs} from audit_events as asked
    where asked.tenant_id = users.tenant_id and asked.action = 'deleteMe' and asked.actor_id = users.id
      and not exists (
        select 1 from audit_events as back
        where back.tenant_id = asked.tenant_id and back.actor_id = users.id and back.sequence > asked.sequence
          and back.action in ('restoreAccount', 'acceptInvitation')
      )
  ) where status = 'removed'`,
];
