import type { InputOf } from '../operator/operations.ts';
import type { Command } from './command.ts';
import { operatorCommand } from './operator-command.ts';
import { passwordSwitch, readPassword } from './user-options.ts';

/** Creates an organization and its owner, also in a folder that is new. */
export const ownerCommands: Readonly<Record<string, Command>> = {
  'owner create': operatorCommand('owner create', {
    summary: 'Create a team and its owner without a browser',
    options: {
      email: { value: 'ADDRESS', help: 'Email address to sign in with (required)' },
      name: { value: 'NAME', help: 'Full name (required)' },
      company: { value: 'NAME', help: 'Name of the team (required)' },
    },
    switches: passwordSwitch,
    input: async ({ options, switches }) =>
      // The operation's schema checks what is there.
      ({
        ...options,
        ...(switches.has('password-stdin') && { password: await readPassword() }),
      }) as InputOf<'owner create'>,
    lines: ({ email, organization, password }) => [
      `Created ${email}, owner of ${organization}`,
      ...(password === undefined ? [] : [`Password: ${password}`]),
    ],
    offline: { createsFolder: true },
  }),
};
