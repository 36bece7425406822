import Papa from 'papaparse';
import { email as emailSchema } from '#shared/contract/fields.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { inviteMembers } from '#shared/contract/team/invite-members.ts';
import { toCsv } from '#shared/text-input/csv.ts';
import type { Translate } from '../../languages/translate.ts';
import { outcomeReason } from './bulk.logic.ts';

export type InvitationOutcome = OutputOf<typeof inviteMembers>['results'][number];

/** Limit of addresses per dialog; a longer list is probably the wrong file. */
export const mostAddresses = 2_000;
/** Limit of an address file, in bytes. */
export const largestFile = 1_048_576;

const headName = /^(e-?mail|mail)([ -]?(address|adresse))?$/i;
const hasAt = (cell: string): boolean => cell.includes('@');

/** Reduces `Ann <ann@example.test>` and `mailto:ann@example.test` to the address. */
const bare = (cell: string): string =>
  (/<([^<>]+)>/.exec(cell)?.[1] ?? cell)
    .trim()
    .replace(/^mailto:/i, '')
    .trim();

/** The addresses in a table, with or without a header row; undefined if the text isn't a table. */
const fromTable = (text: string): string[] | undefined => {
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data.map((row) =>
    row.map((cell) => cell.trim()),
  );
  const [head = [], ...body] = rows;
  const named = head.findIndex((cell) => headName.test(cell));
  if (named >= 0 && !head.some(hasAt)) return body.map((row) => row[named] ?? '');
  const regular = rows.length > 1 && head.length > 1 && rows.every(({ length }) => length === head.length);
  if (!regular) return undefined;
  const columns = head.flatMap((_, column) => {
    const filled = rows.filter((row) => hasAt(row[column] ?? '')).length;
    return filled * 2 > rows.length ? [column] : [];
  });
  return columns.length === 0 ? undefined : rows.flatMap((row) => columns.map((column) => row[column] ?? ''));
};

/** Splits typed text at commas, semicolons, spaces and line breaks; also understands `Ann <ann@example.test>`. */
const fromText = (text: string): string[] =>
  text.replaceAll(/(?:"[^"]*"|[^<>,;\n])*<([^<>]+)>/g, ' $1 ').split(/[\s,;]+/);

/**
 * The addresses in text that was typed, pasted from a spreadsheet or read from a CSV file. Handles quoted cells,
 * semicolons, tabs and a byte order mark; finds the column by its header or its content. Removes duplicates, but keeps
 * invalid addresses, so that the form can report them.
 */
export const addressesIn = (text: string): string[] => {
  const seen = new Set<string>();
  return (fromTable(text) ?? fromText(text)).map(bare).filter((address) => {
    const folded = address.toLowerCase();
    return address !== '' && !seen.has(folded) && seen.add(folded);
  });
};

export const isAddress = (text: string): boolean => emailSchema.safeParse(text).success;

/** Why a list can't be submitted; undefined if it can. One valid address is enough: the service reports the others. */
export const addressesError = (addresses: readonly string[], t: Translate): string | undefined => {
  if (addresses.length === 0) return t('team.inviteForm.required');
  if (addresses.length > mostAddresses) return t('team.inviteForm.tooMany', { count: mostAddresses });
  return addresses.some(isAddress)
    ? undefined
    : t('team.inviteForm.noAddress', { text: addresses.slice(0, 5).join(', ') });
};

/** The results as a CSV table. */
export const resultsCsv = (results: readonly InvitationOutcome[], t: Translate): string =>
  toCsv([
    ['email', 'invited', 'reason'],
    ...results.map((result) => [result.email, result.ok, result.ok ? '' : outcomeReason(result, t)]),
  ]);
