import { text } from 'node:stream/consumers';
import { memberStatuses } from '#shared/contract/team/resources.ts';
import { roles } from '#shared/rules/roles.ts';
import type { InputOf } from '../service-commands/operations.ts';
import type { Arguments, Option } from './command.ts';

export const organization: Option = { value: 'ORGANIZATION', help: 'Name or ID; optional if there is only one' };

/** Options that narrow down a list of accounts. */
export const filterOptions: Readonly<Record<string, Option>> = {
  organization: { value: 'ORGANIZATION', help: 'Only accounts of the organization with this name or ID' },
  role: { value: 'ROLE', help: `Only with this role: ${roles.join(', ')}` },
  status: { value: 'STATUS', help: `Only with this status: ${memberStatuses.join(', ')}` },
};
/** The operation's schema checks the texts. */
export const filterOf = ({ options }: Arguments) => options as InputOf<'user list'> & { format?: string };

export const passwordSwitch: Readonly<Record<string, string>> = {
  'password-stdin': 'Read the password from stdin; otherwise one is generated and printed once',
};

export const readPassword = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '');

export const dryRun: Readonly<Record<string, string>> = { 'dry-run': 'Only show what would be changed' };
export const isDryRun = ({ switches }: Arguments) => ({ 'dry-run': switches.has('dry-run') });
