import type { InputOf } from '../service-commands/operations.ts';
import type { Command } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { passwordSwitch, readPassword } from './user-options.ts';

/** Creates an organization and its owner, also in a folder that is new. */
export const ownerCommands: Readonly<Record<string, Command>> = {
  'owner create': operationCommand('owner create', {
    summary: 'Create a team and its owner without a browser',
    options: {
      email: { value: 'ADDRESS', help: 'Email address to sign in with (required)' },
      name: { value: 'NAME', help: 'Full name (required)' },
      company: { value: 'NAME', help: 'Name of the team (required)' },
    },
    switches: {
      ...passwordSwitch,
      first: 'Do nothing if there is an organization already, as at every start of a container but the first',
    },
    input: async ({ options, switches }) =>
      // The operation's schema checks what is there.
      ({
        ...options,
        first: switches.has('first'),
        ...(switches.has('password-stdin') && { password: await readPassword() }),
      }) as InputOf<'owner create'>,
    lines: (owner) =>
      owner.created
        ? [
            `Created ${owner.email}, owner of ${owner.organization}`,
            ...(owner.password === undefined ? [] : [`Password: ${owner.password}`]),
          ]
        : ['There is an organization already. Nothing was changed'],
    offline: { createsFolder: true },
  }),
};
