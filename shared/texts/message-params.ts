/**
 * Every parameter that a message of `reasons.ts` or `field-reasons.ts` may hold, with its type. The placeholders
 * `{{name}}` are those of the console's catalogs.
 */
interface MessageParams {
  /** Size of a server's disk now, in gigabytes. */
  current_gb: number;
  /** Size of the disk that was asked for, in gigabytes. */
  wanted_gb: number;
  /** Status of a server, as the provider names it. */
  status: string;
  /** Amounts of money: what was agreed, and what an invoice demands. */
  agreed: string;
  total: string;
  /** The currency of an amount, as a code. */
  currency: string;
  /** What hosting may cost per month. */
  budget: string;
  /** What a change costs, and what one owner may spend alone. */
  amount: string;
  limit: string;
  /** A health check, such as `tcp 22`, and what it met, as the system or the server says it. */
  check: string;
  met: string;
  max: number;
  min: number;
  /** API key scopes, separated by commas. */
  scopes: string;
  /** A JSON type. */
  expected: string;
  /** An address that people come back to. */
  uri: string;
  /** Allowed values, separated by commas. */
  values: string;
}

type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;

/** The parameters that a message needs, from its text. A placeholder that is not in the list above does not compile. */
export type ParamsOf<Text extends string> = { [Name in Names<Text>]: MessageParams[Name & keyof MessageParams] };

/** Requires `params` for a message with placeholders, and forbids them for one without. */
export type WithParams<Text extends string> = [Names<Text>] extends [never]
  ? { params?: never }
  : { params: ParamsOf<Text> };

/** Parameters as they are sent. */
export type WireParams = Readonly<Record<string, string | number>>;

/** A table of messages, which may only use known parameters. */
export type Messages<Table extends Record<string, string>> = {
  [Name in keyof Table]: Names<Table[Name]> extends keyof MessageParams ? Table[Name] : never;
};

/** Fills in a message in English. */
export const fillIn = (text: string, params: WireParams = {}): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
