import { z } from 'zod';
import type { ProviderErrorReason } from '#shared/flows/provider-errors.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { ProviderError } from './provider-error.ts';
import { plainText, text } from './wire.ts';

/** A response of the provider that contains no error. */
export type Envelope =
  /** Results of a state change, all successful (seed 001 §2, "Action result object"). */
  | { kind: 'results'; results: ActionSuccess[] }
  /** The value of `success`. */
  | { kind: 'value'; value: unknown }
  /** Neither: some reads return their object or list directly. */
  | { kind: 'bare'; value: unknown };

export interface ActionSuccess {
  action: string | null;
  message: string;
}

const messageLength = 300;

const result = z.object({
  result: z
    .string()
    .transform((word) => lowerAscii(word.trim()))
    .pipe(z.enum(['success', 'error'])),
  action: text.nullish(),
  message: z.union([z.string(), z.number().transform(String)]).nullish(),
  ERROR: text.nullish(),
});
type Result = z.output<typeof result>;

/** Prefixes of known messages (seed 001 §4), lower-cased and without the final period. */
const knownMessages: readonly [string, ProviderErrorReason][] = [
  ['not authorized', 'not_authorized'],
  ['unauthorized', 'not_authorized'],
  ['hourly products are disabled', 'hourly_disabled'],
  ['a valid serviceid is required', 'invalid_serviceid'],
  ['invalid action', 'unknown_action'],
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a list, or of an object keyed by number. */
const membersOf = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
};

/** The results in a value: a list of them, or a single one. Undefined if there are none. */
const resultsOf = (value: unknown): unknown[] | undefined => {
  const members = membersOf(value) ?? [value];
  return members.some((member) => isObject(member) && Object.hasOwn(member, 'result')) ? members : undefined;
};

const reasonOf = ({ message, action }: Result): ProviderErrorReason => {
  const words = lowerAscii((message ?? '').trim());
  const known = knownMessages.find(([beginning]) => words.startsWith(beginning))?.[1];
  return known ?? (lowerAscii(action ?? '') === 'authorization' ? 'not_authorized' : 'refused');
};

const shown = (message: Result['message']): string => plainText(message ?? '', messageLength);

/**
 * Parses all results. An error alone is a refusal. An error next to a success is neither: part of the action may have
 * happened.
 * @throws ProviderError
 */
const readResults = (action: string, members: unknown[], status: number): ActionSuccess[] => {
  const parsed = members.map((member) => result.safeParse(member));
  const error = parsed.find(({ data }) => data?.result === 'error')?.data;
  if (error) {
    const isMixed = parsed.some(({ data }) => data?.result === 'success');
    const reason = status !== 200 ? 'not_authorized' : isMixed ? 'mixed_results' : reasonOf(error);
    throw new ProviderError(action, reason, {
      sent: true,
      providerMessage: shown(error.message) || null,
      code: error.ERROR ?? null,
    });
  }
  return parsed.map(({ data }) => {
    if (!data) throw new ProviderError(action, 'unexpected_shape', { sent: true });
    return { action: data.action ?? null, message: shown(data.message) };
  });
};

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Providers also answer in HTML; the caller says what that means.
    return undefined;
  }
};

/** Why a response with this HTTP status can't be used, or undefined if it can. */
const reasonOfStatus = (status: number): ProviderErrorReason | undefined => {
  if (status === 200) return undefined;
  if (status === 401) return 'not_authorized';
  if (status >= 500 || status === 429 || status === 408) return 'busy';
  if (status >= 300 && status < 400) return 'redirected';
  return 'unexpected_status';
};

/**
 * Parses a response (seed 001 §7; HTTP 200 says nothing about success). Checks for an error first, even where data is
 * expected. Anything not understood never counts as success.
 * @throws ProviderError
 */
export const openEnvelope = (action: string, status: number, text: string): Envelope => {
  const unreadable = (reason: ProviderErrorReason): ProviderError =>
    new ProviderError(action, reason, { sent: true, code: status === 200 ? null : `HTTP ${status}` });

  const parsed = parseJson(text.trim());
  if (status === 401 || status === 403) {
    const members = resultsOf(parsed?.value);
    if (members) readResults(action, members, status);
  }
  const refusal = reasonOfStatus(status) ?? (parsed ? undefined : 'not_json');
  if (refusal || !parsed) throw unreadable(refusal ?? 'not_json');

  const members = resultsOf(parsed.value);
  if (members) return { kind: 'results', results: readResults(action, members, status) };
  if (!isObject(parsed.value) || !Object.hasOwn(parsed.value, 'success')) return { kind: 'bare', value: parsed.value };
  const value = parsed.value.success;
  const inside = resultsOf(value);
  if (inside) readResults(action, inside, status);
  const failure = result.safeParse({ ...parsed.value, result: 'error' }).data;
  if (value === false && failure?.message) {
    throw new ProviderError(action, reasonOf(failure), { sent: true, providerMessage: shown(failure.message) });
  }
  return { kind: 'value', value };
};
