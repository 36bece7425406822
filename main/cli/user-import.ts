import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { byteOrderMark, toCsv } from '#shared/text-input/csv.ts';
import { StartError } from '../platform/start-error.ts';
import type { Account } from '../service-commands/users/account.ts';
import type { ImportedRow, ImportResult } from '../service-commands/users/import-users.ts';
import type { Arguments, Command } from './command.ts';
import { perform } from './operation-command.ts';
import { createHeading, printLine } from './print.ts';
import { filterOf, filterOptions, organization } from './user-options.ts';

const formatOf = ({ options: { format }, operands: [file = ''] }: Arguments): 'csv' | 'jsonl' => {
  if (format === 'csv' || format === 'jsonl') return format;
  if (format !== undefined) throw new StartError('--format: Must be one of: csv, jsonl');
  return /\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv';
};

/** Checks the whole file first, then sends it again to write it: nothing is written unless all rows are right. */
const runImport = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const { operands, options, switches } = given;
  const [file = ''] = operands;
  const asJson = switches.has('json');
  const format = formatOf(given);
  // Read twice, so a pipe won't do.
  const stats = await stat(file).catch((cause: Error) => {
    throw new StartError(`Can't read ${file}: ${cause.message}`, { cause });
  });
  if (!stats.isFile()) throw new StartError(`${file} is not a file`);
  const send = async (write: boolean): Promise<ImportResult> => {
    const input = { format, write, ...(options.organization !== undefined && { organization: options.organization }) };
    const emit = async (row: unknown): Promise<void> => {
      // The same version of the program made the row: the channel refuses any other.
      const { line, email, ok, problem } = row as ImportedRow;
      const isPrinted = write ? ok || !switches.has('skip-invalid') : !ok;
      if (!isPrinted) return;
      if (asJson) await printLine(JSON.stringify(row));
      else if (!ok) await printLine(`Line ${line} (${email}): ${problem}`);
    };
    // Likewise.
    return (await perform(given, 'user import', input, { emit, body: createReadStream(file) })) as ImportResult;
  };
  const checked = await send(false);
  if (checked.invalid > 0 && !switches.has('skip-invalid')) {
    throw new StartError(
      `Nothing was imported: ${checked.invalid} of ${checked.valid + checked.invalid} rows need fixing. With --skip-invalid, the others are imported`,
      { kind: 'refused' },
    );
  }
  const { imported, organization: team } = await send(true);
  const skipped = checked.valid + checked.invalid - imported;
  await printLine(
    asJson
      ? JSON.stringify({ organization: team, imported, skipped })
      : `Imported${team === '' ? '' : ` into ${team}`}: ${imported}. Skipped: ${skipped}`,
  );
  return 0;
};

const columns = ['email', 'name', 'role', 'guest', 'email_verified', 'status', 'organization', 'created_at'] as const;

const runExport = async (given: Arguments): Promise<number> => {
  const hashes = given.switches.has('hashes');
  const asCsv = formatOf(given) === 'csv' && !given.switches.has('json');
  const fields = [...columns, ...(hashes ? (['password_hash'] as const) : [])];
  const printHeading = createHeading(asCsv ? `${byteOrderMark}${fields.join(',')}` : undefined);
  const emit = async (row: unknown): Promise<void> => {
    await printHeading();
    // The same version of the program made the row.
    const account = row as Account & { password_hash?: string };
    return printLine(asCsv ? toCsv([fields.map((name) => account[name] ?? null)]).trimEnd() : JSON.stringify(account));
  };
  const { format: _, ...filter } = filterOf(given);
  await perform(given, 'user list', { ...filter, hashes }, { emit, body: (async function* () {})() });
  await printHeading();
  return 0;
};

const format = {
  value: 'FORMAT',
  help: 'csv or jsonl (one JSON object per line); by default, taken from the file name, or csv',
};

/** Commands that move accounts in and out. */
export const userImportCommands: Readonly<Record<string, Command>> = {
  'user import': {
    summary: 'Create accounts from a file, with password hashes from another system',
    operands: ['FILE'],
    options: { organization, format },
    switches: {
      'skip-invalid': 'Import the valid rows if some are invalid; otherwise, nothing is imported',
      json: 'Print one JSON object per line',
    },
    run: runImport,
  },
  'user export': {
    summary: 'Print accounts as CSV, or as JSON with --json',
    options: { ...filterOptions, format },
    switches: { hashes: 'Include the password hashes', json: 'Print one JSON object per line' },
    run: runExport,
  },
};
