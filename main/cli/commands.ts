import { openApiDocument } from '../transport/http/openapi.ts';
import { acceptAuditLog } from './accept-audit-log.ts';
import { backup, backupOptions, backupSwitches } from './backup.ts';
import { backupVerify, verifyOptions } from './backup-verify.ts';
import { type Command, jsonSwitch } from './command.ts';
import { completionCommand } from './completion.ts';
import { doctor } from './doctor.ts';
import { installationCommands } from './installation-commands.ts';
import { keysGenerateCommand } from './keys-generate.ts';
import { moveCommand } from './move.ts';
import { organizationCommands } from './organization-commands.ts';
import { ownerCommands } from './owner-create.ts';
import { apiCommands } from './remote/api.ts';
import { signInCommands } from './remote/sign-in.ts';
import { restore, restoreOptions, restoreSwitches } from './restore.ts';
import { serve } from './serve.ts';
import { start } from './start.ts';
import { userCommands } from './user.ts';
import { userImportCommands } from './user-import.ts';

/** Prints the OpenAPI document without opening or starting anything. */
const openapi = async (): Promise<number> => {
  process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
  return 0;
};

/** Every command of the program, by the words that name it. */
export const commands: Readonly<Record<string, Command>> = {
  start: { summary: 'Open the desktop app, or run headless if no window can open', run: start },
  serve: {
    summary: 'Run headless and serve the console to browsers',
    switches: { 'test-clock': 'For tests: lets programs on this computer move the time' },
    run: serve,
  },
  doctor: {
    summary: 'Check the data folder, disk, keys, database, port, proxies, mail server and clock',
    switches: { thorough: 'Check every page of the database and every audit log, which takes minutes on a large one' },
    run: doctor,
  },
  ...ownerCommands,
  ...installationCommands,
  ...userCommands,
  ...userImportCommands,
  ...organizationCommands,
  'keys generate': keysGenerateCommand,
  backup: {
    summary: 'Write a backup to one file, even while Castellan is running',
    operands: ['FILE'],
    options: backupOptions,
    switches: backupSwitches,
    run: backup,
  },
  'backup verify': {
    summary: 'Check a backup: signature, checksums, database, row counts, audit logs and keys',
    operands: ['FILE'],
    options: verifyOptions,
    switches: jsonSwitch,
    run: backupVerify,
  },
  restore: {
    summary: 'Restore a backup into an empty data folder',
    operands: ['FILE'],
    options: restoreOptions,
    switches: restoreSwitches,
    run: restore,
  },
  move: moveCommand,
  'accept-audit-log': {
    summary: 'Accept audit logs that do not match audit-heads.json, once you know why',
    run: acceptAuditLog,
  },
  openapi: { summary: 'Print the OpenAPI document', run: openapi },
  ...apiCommands,
  ...signInCommands,
  completion: completionCommand(() => commands),
};
