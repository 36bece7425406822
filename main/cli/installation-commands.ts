import type { Command } from './command.ts';
import { operationCommand } from './operation-command.ts';

/** Who operates this installation. */
export const installationCommands: Readonly<Record<string, Command>> = {
  'operator list': operationCommand('operator list', {
    summary: 'List the operators, who can open the Server page of the console',
    input: () => ({}),
    table: [
      { title: 'EMAIL', width: 32, text: ({ email }) => email },
      { title: 'NAME', width: 24, text: ({ name }) => name },
      { title: 'STATUS', width: 16, text: ({ status }) => status },
      { title: 'ORGANIZATION', width: 28, text: ({ organization }) => organization },
      { title: 'SINCE', width: 24, text: ({ granted_at }) => granted_at },
    ],
  }),
  'operator add': operationCommand('operator add', {
    summary: 'Make an account an operator, who can open the Server page of the console',
    operands: ['USER'],
    input: ({ operands: [user = ''] }) => ({ user }),
    lines: ({ email }) => [`${email} operates this installation`],
  }),
  'operator remove': operationCommand('operator remove', {
    summary: 'Remove an operator',
    operands: ['USER'],
    input: ({ operands: [user = ''] }) => ({ user }),
    lines: ({ email }) => [`${email} no longer operates this installation`],
  }),
};
