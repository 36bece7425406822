import { roles } from '#shared/rules/roles.ts';
import type { InputOf } from '../service-commands/operations.ts';
import type { Account } from '../service-commands/users/account.ts';
import type { Arguments, Command } from './command.ts';
import { operationCommand } from './operation-command.ts';
import type { Table } from './print.ts';
import {
  dryRun,
  filterOf,
  filterOptions,
  isDryRun,
  organization,
  passwordSwitch,
  readPassword,
} from './user-options.ts';

const operands = ['USER'];
/** An email address or an ID. The command line was checked: it is there. */
const userOf = ({ operands: [user = ''] }: Arguments): string => user;

const table: Table<Account> = [
  { title: 'EMAIL', width: 32, text: ({ email }) => email },
  { title: 'NAME', width: 24, text: ({ name }) => name },
  { title: 'ROLE', width: 6, text: ({ role }) => role },
  { title: 'STATUS', width: 16, text: ({ status }) => status },
  { title: '2FA', width: 3, text: ({ second_factor }) => (second_factor ? 'on' : 'off') },
  { title: 'LAST SIGN-IN', width: 24, text: ({ last_login }) => last_login },
  { title: 'ORGANIZATION', width: 20, text: ({ organization }) => organization },
];

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Commands about accounts. */
export const userCommands: Readonly<Record<string, Command>> = {
  'user list': operationCommand('user list', {
    summary: 'List accounts',
    options: filterOptions,
    input: filterOf,
    table,
  }),
  'user show': operationCommand('user show', {
    summary: 'Show one account, by its email address or ID',
    operands,
    input: (given) => ({ user: userOf(given) }),
    lines: (account) => [
      `ID                  ${account.user_id}`,
      `Email               ${account.email}`,
      `Email verified      ${yesNo(account.email_verified)}`,
      `Name                ${account.name}`,
      `Organization        ${account.organization} (${account.organization_id})`,
      `Role                ${account.role}`,
      `Status              ${account.status}`,
      `Two-factor          ${account.second_factor ? 'on' : 'off'}`,
      `Active sessions     ${account.sessions}`,
      `API keys            ${account.api_keys}`,
      `Created             ${account.created_at}`,
      `Last sign-in        ${account.last_login}`,
      `Scheduled deletion  ${account.scheduled_deletion ?? 'none'}`,
    ],
  }),
  'user create': operationCommand('user create', {
    summary: 'Add a person to an organization, even if sign-ups are closed',
    options: {
      email: { value: 'ADDRESS', help: 'Email address to sign in with (required)' },
      name: { value: 'NAME', help: 'Full name (required)' },
      role: { value: 'ROLE', help: `${roles.join(', ')}; default: member` },
      organization,
    },
    switches: {
      verified: 'Mark the address as verified',
      ...passwordSwitch,
    },
    input: async ({ options, switches }) =>
      ({
        ...options,
        verified: switches.has('verified'),
        ...(switches.has('password-stdin') && { password: await readPassword() }),
      }) as InputOf<'user create'>,
    lines: ({ email, organization: team, password }) => [
      `Created ${email} in ${team}`,
      ...(password === undefined ? [] : [`Password: ${password}`]),
    ],
  }),
  'user reset-password': operationCommand('user reset-password', {
    summary: 'Print a link that sets a new password, or email it',
    operands,
    switches: { mail: 'Email the link to the account’s address instead of printing it' },
    input: (given) => ({ user: userOf(given), mail: given.switches.has('mail') }),
    offline: { printsLinks: true },
    lines: ({ email, url, expires_at, mail }) => {
      if (url !== undefined) return [`Link for ${email}, valid until ${expires_at}:`, url];
      return mail === 'queued'
        ? [`Queued a reset link for ${email}, valid until ${expires_at}`]
        : [`No mail server is set up, so the reset link for ${email} is held in the outbox`];
    },
  }),
  'user reset-second-factor': operationCommand('user reset-second-factor', {
    summary: 'Turn off two-factor authentication for someone who lost their authenticator',
    operands,
    input: (given) => ({ user: userOf(given) }),
    lines: ({ email, ended_sessions }) => [
      `Two-factor authentication is off for ${email}. They sign in with their password only`,
      `Ended sessions: ${ended_sessions}`,
    ],
  }),
  'user verify': operationCommand('user verify', {
    summary: 'Mark an email address as verified',
    operands,
    input: (given) => ({ user: userOf(given) }),
    lines: ({ email }) => [`Verified ${email}`],
  }),
  'user set-role': operationCommand('user set-role', {
    summary: 'Change someone’s role',
    operands: ['USER', 'ROLE'],
    switches: dryRun,
    input: (given) =>
      // The operation's schema checks the role.
      ({ user: userOf(given), role: given.operands[1], ...isDryRun(given) }) as InputOf<'user set-role'>,
    lines: ({ email, role, previous_role, dry_run }) => [
      `${email} ${dry_run ? 'would become' : 'is'} ${role}. Before: ${previous_role}`,
    ],
  }),
  'user set-email': operationCommand('user set-email', {
    summary: 'Change someone’s email address at once, and tell the previous one',
    operands: ['USER', 'EMAIL'],
    switches: {
      verified: 'Mark the new address as verified; otherwise it gets a verification email',
      'no-notice': 'Don’t tell the previous address, and don’t let it undo this change: someone else may read it',
      ...dryRun,
    },
    input: (given) => ({
      user: userOf(given),
      email: given.operands[1] ?? '',
      verified: given.switches.has('verified'),
      'no-notice': given.switches.has('no-notice'),
      ...isDryRun(given),
    }),
    lines: ({ email, previous_email, email_verified, verification, notice, dry_run }) => [
      `${dry_run ? 'Would change' : 'Changed'} ${previous_email} to ${email}${email_verified ? ', verified' : ''}`,
      ...(verification === null ? [] : [`Verification email: ${verification}`]),
      ...(notice ? [`A notice for ${previous_email} has a link that undoes the change for 7 days`] : []),
    ],
  }),
  'user data': operationCommand('user data', {
    summary: 'Print everything that is stored about one person, one JSON object per line',
    operands,
    input: (given) => ({ user: userOf(given) }),
  }),
  'user disable': operationCommand('user disable', {
    summary: 'Block an account immediately, without deleting it',
    operands,
    switches: { force: 'Even if no active owner remains' },
    input: (given) => ({ user: userOf(given), force: given.switches.has('force') }),
    lines: ({ email, ended_sessions }) => [`Disabled ${email}`, `Ended sessions: ${ended_sessions}`],
  }),
  'user enable': operationCommand('user enable', {
    summary: 'Enable a disabled account',
    operands,
    input: (given) => ({ user: userOf(given) }),
    lines: ({ email }) => [`Enabled ${email}`],
  }),
  'user delete': operationCommand('user delete', {
    summary: 'Remove an account immediately, and delete its data after 30 days',
    operands,
    switches: { now: 'Delete all data now. This can’t be undone' },
    input: (given) => ({ user: userOf(given), now: given.switches.has('now') }),
    lines: ({ email, scheduled_deletion }) => [
      scheduled_deletion === null
        ? `Deleted ${email} with all data`
        : `Removed ${email}. All data is deleted at ${scheduled_deletion}`,
    ],
  }),
};
