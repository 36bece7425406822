import type { z } from 'zod';
import { errorLimits } from '../rules/limits.ts';
import { fillIn, type Messages, type WireParams, type WithParams } from './message-params.ts';

const define = <Table extends Record<string, string>>(table: Table & Messages<Table>): Table => table;

/** The closed table of what can be wrong with a field. Clients and the console go by the name, not by the text. */
export const fieldReasons = define({
  required: 'Required',
  invalid: 'This value isn’t valid',
  unknown_field: 'Unknown field',
  wrong_type: 'Must be of type {{expected}}',
  not_allowed: 'Must be one of: {{values}}',
  too_short: 'At least {{min}} characters',
  too_long: 'At most {{max}} characters',
  too_many_bytes: 'At most {{max}} bytes in UTF-8',
  one_of: 'Send exactly one of: {{values}}',
  not_enough: 'Choose at least {{min}}',
  over_limit: 'At most {{max}} entries',
  too_small: 'Must be {{min}} or more',
  too_large: 'Must be {{max}} or less',
  out_of_range: 'Must be from {{min}} to {{max}}',
  control_characters: 'Leave out control characters',
  invisible: 'Use at least one character that can be seen',
  links: 'Leave out links, domains and email addresses',
  email: 'Enter a valid email address',
  slug: 'Use lowercase letters, digits and single hyphens',
  slug_reserved: 'Castellan uses this one itself. Choose another',
  timezone: 'Unknown time zone',
  date_format: 'Enter a pattern such as MM/DD/YYYY, YYYY-MM-DD or D MMM YYYY',
  language: 'Enter a language code such as en or de-AT',
  guest_role: 'Admins and owners can’t be guests',
  workspace: 'Unknown workspace',
  group: 'Unknown group',
  custom_role: 'Unknown custom role',
  id_list: 'Enter up to {{max}} IDs, separated by commas',
  image: 'Choose a PNG, JPEG or WebP image',
  color: 'Enter a color such as #146a5d',
  domain: 'Enter a domain such as example.com',
  host: 'Enter a host name or IP address, without a port',
  server_password: 'Enter the password of the new server or user',
  amount: 'Enter an amount such as 9.99',
  percent: 'Enter a percentage such as 19 or 8.25',
  time: 'Enter a time such as 02:00',
  window_length: 'At least {{min}} minutes after the start',
  month: 'Enter a month such as 2026-01',
  date: 'Enter a date such as 2026-01-31',
  billing_cycle: 'Enter a billing cycle such as monthly',
  base_url: 'Enter an https address without a query string',
  https_url: 'Enter an https address without a user name, a fragment or *',
  redirect_uri:
    'Enter an exact https address, without a user name, a fragment or *. A native application can also have http://127.0.0.1 or a scheme of its own, such as com.example.app:/callback',
  redirect_uri_kind: 'Only native applications can use {{uri}}',
  no_redirect_uri: 'Enter at least one address',
  for_other_kind: 'This kind of application has none. Leave it empty',
  protected_host: 'Enter a host such as wiki.example.com, with a port if it has one',
  own_host: 'Castellan itself runs at this host. Enter another one',
  protected_path: 'Enter a path such as /admin, without //, .., ;, % and a query',
  path_twice: 'There is another rule for this path',
  private_address: 'This address is private. Allow private addresses first, or enter a public one',
  blocked_address: 'Castellan never connects to this address. Enter another one',
  api_key: 'Use letters, digits and symbols, without spaces',
  key_for_new_address: 'The address has changed: enter the key again',
  scopes_beyond_role: 'Your role doesn’t include {{scopes}}',
  scopes_beyond_service_role: 'This role doesn’t include {{scopes}}',
  address_range: 'Enter an IP address or a range such as 203.0.113.0/24 or 2001:db8::/32',
  path: 'Enter a path such as /status',
  tag: 'Use letters, digits, hyphens, dots and underscores',
  cursor: 'Not a cursor of this list with these filters in this order. Follow the Link header of the previous page',
  server: 'Unknown server',
  ip_address: 'Unknown IP address',
  batch: 'Only reads of stored data can share a request, at most {{max}} of them',
  csv_quotes: 'A quotation mark isn’t closed',
  csv_header: 'The first row must contain number, issued_on and total',
  csv_empty: 'There are no rows below the header',
  csv_rows: 'At most {{max}} rows',
  csv_duplicate: 'Appears twice in the file',
  not_offered: 'The provider doesn’t offer this',
});

type Table = typeof fieldReasons;
export type FieldReason = keyof Table;
export const fieldReasonNames = Object.keys(fieldReasons) as [FieldReason, ...FieldReason[]];

/** A reason with the parameters of its text. */
export type FieldProblem<Name extends FieldReason = FieldReason> = {
  [Each in Name]: { reason: Each } & WithParams<Table[Each]>;
}[Name];

type Args<Name extends FieldReason> = WithParams<Table[Name]> extends { params: infer Params } ? [params: Params] : [];

const separator = '?';

/**
 * A schema's message for a reason. Messages of zod are text, so this one encodes the name and the parameters, which
 * {@link fieldProblemOf} reads.
 */
export const reasonMessage = <Name extends FieldReason>(name: Name, ...[params]: Args<Name>): string =>
  params === undefined ? name : `${name}${separator}${JSON.stringify(params)}`;

/** Reads a message that {@link because} wrote; any other text counts as `invalid`. */
export const fieldProblemOf = (message: string): FieldProblem => {
  const at = message.indexOf(separator);
  const reason = at < 0 ? message : message.slice(0, at);
  if (!Object.hasOwn(fieldReasons, reason)) return { reason: 'invalid' };
  // `because` only writes parameters that fit the reason.
  return (at < 0 ? { reason } : { reason, params: JSON.parse(message.slice(at + 1)) }) as FieldProblem;
};

/** A reason in English. */
export const fieldReasonText = ({ reason, params }: FieldProblem): string => fillIn(fieldReasons[reason], params);

/** One field that failed validation. `path` is dotted, empty for the whole body. */
export interface FieldError {
  path: string;
  code: string;
  reason: FieldReason;
  params?: WireParams;
  /** The reason in English. */
  message: string;
}

const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/**
 * One invalid field. Shortens its path to `errorLimits.pathLength`, because callers choose the names of unknown fields.
 * `code` is the code of the schema library where it found the problem.
 */
export const fieldError = (path: string, problem: FieldProblem, code = 'custom'): FieldError => ({
  path: shortened(path, errorLimits.pathLength),
  code,
  ...problem,
  message: fieldReasonText(problem),
});

/** All invalid fields with their paths, in English. At most `errorLimits.detailLength` characters. */
export const fieldErrorsText = (fields: readonly FieldError[]): string =>
  shortened(
    fields.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '),
    errorLimits.detailLength,
  );

const ofSize = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>): string => {
  const isText = issue.origin === 'string';
  const isList = issue.origin === 'array';
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum);
    if (isText) return min === 1 ? reasonMessage('required') : reasonMessage('too_short', { min });
    return isList ? reasonMessage('not_enough', { min }) : reasonMessage('too_small', { min });
  }
  const max = Number(issue.maximum);
  if (isText) return reasonMessage('too_long', { max });
  return isList ? reasonMessage('over_limit', { max }) : reasonMessage('too_large', { max });
};

/** Names the reason of an issue whose schema has no message of its own. Pass it to `safeParse` as `error`. */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? reasonMessage('required')
        : reasonMessage('wrong_type', { expected: issue.expected });
    case 'invalid_value':
      return reasonMessage('not_allowed', { values: issue.values.map(String).join(', ') });
    case 'too_small':
    case 'too_big':
      return ofSize(issue);
    case 'unrecognized_keys':
      return reasonMessage('unknown_field');
    default:
      return reasonMessage('invalid');
  }
};
