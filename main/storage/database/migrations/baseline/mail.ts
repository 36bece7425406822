/** Links that are sent, the outbox, and the mail server. */
export const mailStatements = [
  `create table one_time_tokens (
    id text primary key,
    purpose text not null,
    secret_hash text not null unique,
    user_id text references users (id) on delete cascade,
    invitation_id text references invitations (id) on delete cascade,
    email text not null,
    previous_email text,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    voided_at bigint,
    disclosed_at bigint
  )`,
  'create index one_time_tokens_expires_at on one_time_tokens (expires_at)',
  'create index one_time_tokens_invitation on one_time_tokens (invitation_id)',
  'create index one_time_tokens_user on one_time_tokens (user_id, purpose)',
  // To whom a link was shown other than its mailbox, and in which session; empty for an API key.
  `create table token_disclosures (
    token_id text not null references one_time_tokens (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    session_id text not null,
    primary key (token_id, user_id, session_id)
  )`,
  'create index token_disclosures_user on token_disclosures (user_id)',
  `create table mails (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    sender_id text references users (id) on delete cascade,
    token_id text references one_time_tokens (id) on delete set null,
    kind text not null,
    recipient text not null,
    subject text not null,
    search_text text not null,
    params text not null,
    sealed_secret text,
    status text not null check (status in ('queued', 'sent', 'failed', 'abandoned')),
    attempts integer not null,
    next_attempt_at bigint not null,
    last_error text,
    created_at bigint not null,
    sent_at bigint
  )`,
  'create index mails_created_at on mails (created_at)',
  `create index mails_due on mails (next_attempt_at) where status in ('queued', 'failed')`,
  'create index mails_recipient on mails (recipient, kind, created_at)',
  'create index mails_sender on mails (sender_id)',
  'create index mails_status on mails (status, tenant_id)',
  'create index mails_tenant on mails (tenant_id, created_at, id)',
  'create index mails_token on mails (token_id)',
  'create index mails_user on mails (user_id)',
  `create table mail_requests (
    id text primary key,
    kind text not null,
    email text not null,
    ip_address text,
    created_at bigint not null
  )`,
  'create unique index mail_requests_email on mail_requests (kind, email)',
  `create table mail_server (
    id integer primary key check (id = 1),
    host text not null,
    port integer not null,
    security text not null check (security in ('starttls', 'tls', 'none')),
    username text,
    sealed_password text,
    sender_name text not null,
    sender_address text not null,
    updated_at bigint not null
  )`,
  `create table mail_hold (
    id integer primary key check (id = 1),
    reason text not null check (reason in ('restored', 'operator')),
    held_at bigint not null
  )`,
];
