import { describeUsage } from '../service-commands/keys/key-usage.ts';
import type { Arguments, Command } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { dryRun } from './user-options.ts';

const organizationOption = {
  organization: { value: 'ORGANIZATION', help: 'Only the organization with this name or ID' },
};
const organizationOf = ({ options: { organization } }: Arguments) =>
  organization === undefined ? {} : { organization };

/** Commands about organizations, sessions, audit logs, mail and what is due. */
export const organizationCommands: Readonly<Record<string, Command>> = {
  'organization list': operationCommand('organization list', {
    summary: 'List organizations',
    input: () => ({}),
    table: [
      { title: 'ID', width: 26, text: ({ organization_id }) => organization_id },
      { title: 'NAME', width: 28, text: ({ name }) => name },
      { title: 'MEMBERS', width: 7, text: ({ members }) => String(members) },
      { title: 'CREATED', width: 24, text: ({ created_at }) => created_at },
      { title: 'DELETION', width: 24, text: ({ scheduled_deletion }) => scheduled_deletion ?? '' },
      { title: 'OWNERS', width: 20, text: ({ owners }) => owners.join(', ') },
    ],
  }),
  'organization transfer': operationCommand('organization transfer', {
    summary: 'Make a member the owner of an organization. The former owner becomes an admin',
    operands: ['ORGANIZATION', 'USER'],
    options: { from: { value: 'USER', help: 'The owner who becomes an admin, if there are several' } },
    switches: { 'keep-owners': 'All former owners stay owners', ...dryRun },
    input: ({ operands: [organization = '', user = ''], options: { from }, switches }) => ({
      organization,
      user,
      ...(from !== undefined && { from }),
      'keep-owners': switches.has('keep-owners'),
      'dry-run': switches.has('dry-run'),
    }),
    lines: ({ organization, owner, former_owner, dry_run }) => [
      `${owner} ${dry_run ? 'would own' : 'owns'} ${organization}`,
      ...(former_owner === null ? [] : [`${former_owner} ${dry_run ? 'would become' : 'is now'} an admin`]),
    ],
  }),
  'organization delete': operationCommand('organization delete', {
    summary: 'Block everyone in an organization, and delete it with all data after 30 days',
    operands: ['ORGANIZATION'],
    switches: {
      'dry-run': 'Only show what would be deleted',
      now: 'Delete all data now. This can’t be undone',
      yes: 'Confirm it',
    },
    input: ({ operands: [organization = ''], switches }) => ({
      organization,
      yes: switches.has('yes'),
      now: switches.has('now'),
      'dry-run': switches.has('dry-run'),
    }),
    lines: ({ organization, scheduled_deletion, contents, dry_run }) => [
      dry_run
        ? `Would be deleted with ${organization}:`
        : scheduled_deletion === null
          ? `Deleted ${organization} with all data:`
          : `Closed ${organization}. All data is deleted at ${scheduled_deletion}:`,
      ...Object.entries(contents).map(([what, count]) => `  ${`${what.replaceAll('_', ' ')}:`.padEnd(22)}${count}`),
    ],
  }),
  'organization restore': operationCommand('organization restore', {
    summary: 'Cancel the deletion of an organization within the 30 days',
    operands: ['ORGANIZATION'],
    input: ({ operands: [organization = ''] }) => ({ organization }),
    lines: ({ organization }) => [`Restored ${organization}. People can sign in again`],
  }),
  'session list': operationCommand('session list', {
    summary: 'List active sessions',
    options: { user: { value: 'USER', help: 'Only sessions of this account: email address or ID' } },
    input: ({ options: { user } }) => (user === undefined ? {} : { user }),
    table: [
      { title: 'ID', width: 27, text: ({ session_id }) => session_id },
      { title: 'EMAIL', width: 32, text: ({ email }) => email },
      { title: 'DEVICE', width: 24, text: ({ device }) => device },
      { title: 'IP ADDRESS', width: 16, text: ({ ip_address }) => ip_address },
      { title: 'LAST ACTIVE', width: 24, text: ({ last_active }) => last_active },
    ],
  }),
  'session end': operationCommand('session end', {
    summary: 'Sign out a person, or everyone',
    options: {
      user: { value: 'USER', help: 'All sessions of this account: email address or ID' },
      session: { value: 'SESSION', help: 'One session, by its ID' },
    },
    switches: { all: 'All sessions of everyone' },
    input: ({ options: { user, session }, switches }) => ({
      ...(user !== undefined && { user }),
      ...(session !== undefined && { session }),
      all: switches.has('all'),
    }),
    lines: ({ ended_sessions }) => [`Ended sessions: ${ended_sessions}`],
  }),
  'keys list': operationCommand('keys list', {
    summary: 'List the keys of this installation, and what each is needed for',
    input: () => ({}),
    table: [
      { title: 'KEY', width: 10, text: ({ key_id }) => key_id },
      { title: 'STATUS', width: 8, text: ({ status }) => status },
      { title: 'CREATED', width: 24, text: ({ created_at }) => created_at },
      {
        title: 'IN USE',
        width: 40,
        text: ({ in_use }) => (in_use === null ? 'only to verify audit logs' : describeUsage(in_use) || 'no'),
      },
    ],
  }),
  'keys rotate': operationCommand('keys rotate', {
    summary: 'Create a new key, which signs and encrypts from now on',
    switches: { signing: 'Also create keys that sign for applications, if there are none yet' },
    input: ({ switches }) => ({ signing: switches.has('signing') }),
    lines: ({ key_id, previous_key_id }) => [
      `The current key is ${key_id}. Make a backup: earlier ones don’t have it`,
      `Key ${previous_key_id} still works. To retire it later: castellan keys retire ${previous_key_id} --reseal`,
    ],
  }),
  'keys retire': operationCommand('keys retire', {
    summary: 'Delete the secret of a previous key, once nothing needs it',
    operands: ['KEY'],
    switches: { reseal: 'First encrypt with the current key everything that the old key encrypted' },
    input: ({ operands: [key = ''], switches }) => ({ key, reseal: switches.has('reseal') }),
    lines: ({ key_id, resealed }) => [`Retired key ${key_id}. Encrypted again: ${resealed}`],
  }),
  'audit verify': operationCommand('audit verify', {
    summary: 'Verify the audit logs; exits with 1 if one is broken',
    options: organizationOption,
    input: organizationOf,
    table: [
      { title: 'ORGANIZATION', width: 26, text: ({ organization_id }) => organization_id },
      { title: 'VERDICT', width: 7, text: ({ valid }) => (valid ? 'intact' : 'broken') },
      { title: 'INTACT ROWS', width: 11, text: ({ rows }) => String(rows) },
      { title: 'REMOVED', width: 7, text: ({ removed }) => String(removed) },
      {
        title: 'FIRST BROKEN',
        width: 12,
        text: ({ first_broken }) => (first_broken === null ? '' : String(first_broken)),
      },
    ],
    exitCode: ({ broken }) => (broken > 0 ? 1 : 0),
  }),
  'audit export': operationCommand('audit export', {
    summary: 'Print an audit log, one JSON object per line',
    options: organizationOption,
    input: organizationOf,
  }),
  'audit head': operationCommand('audit head', {
    summary: 'Print the last hash of each audit log, to keep elsewhere',
    options: organizationOption,
    input: organizationOf,
    table: [
      { title: 'ORGANIZATION', width: 26, text: ({ organization_id }) => organization_id },
      { title: 'ROWS', width: 8, text: ({ rows }) => String(rows) },
      { title: 'REMOVED', width: 8, text: ({ removed }) => String(removed) },
      { title: 'HASH', width: 52, text: ({ hash }) => hash },
    ],
  }),
  'mail hold': operationCommand('mail hold', {
    summary: 'Hold all email until it is resumed',
    input: () => ({}),
    lines: ({ waiting }) => [`Email is on hold. Waiting: ${waiting}`],
  }),
  'mail resume': operationCommand('mail resume', {
    summary: 'Resume sending email, including after a restore',
    switches: { 'keep-waiting': 'Don’t send email that is waiting; you can send it later in the console' },
    input: ({ switches }) => ({ 'keep-waiting': switches.has('keep-waiting') }),
    lines: ({ waiting, sent }) => [
      `Email is sent again. Waiting email ${sent ? 'to send' : 'kept unsent'}: ${waiting}`,
    ],
  }),
  'mail retry': operationCommand('mail retry', {
    summary: 'Retry all email that could not be delivered',
    input: () => ({}),
    lines: ({ queued }) => [`Queued again: ${queued}`],
  }),
  'config show': operationCommand('config show', {
    summary: 'Print every setting with its source, from the running service if there is one',
    input: () => ({}),
    table: [
      { title: 'SETTING', width: 24, text: ({ setting }) => setting },
      { title: 'VALUE', width: 40, text: ({ value }) => value ?? '(none)' },
      { title: 'SOURCE', width: 30, text: ({ source }) => source },
    ],
    offline: { withoutData: ({ report }) => report },
  }),
  purge: operationCommand('purge', {
    summary: 'Delete everything that is due, without waiting for the next run',
    switches: { 'dry-run': 'Only list the accounts that would be deleted' },
    input: ({ switches }) => ({ 'dry-run': switches.has('dry-run') }),
    table: [
      { title: 'EMAIL', width: 32, text: ({ email }) => email },
      { title: 'ORGANIZATION', width: 28, text: ({ organization }) => organization },
      { title: 'DUE SINCE', width: 24, text: ({ scheduled_deletion }) => scheduled_deletion },
    ],
    lines: ({ accounts, deleted }) => [`Accounts ${deleted ? 'deleted' : 'that would be deleted'}: ${accounts}`],
  }),
};
