import type { z } from 'zod';
import type { ErrorKey } from '../errors.ts';
import type { ThrottleName } from '../limits.ts';
import { type KeyScope, keyScopes, type Permission } from '../permissions.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `none`: no credentials are read. `bearer`: an access token of a live session.
 * `signed`: any access token that this service signed, even of an ended session (logout is idempotent).
 */
export type Auth = 'none' | 'bearer' | 'signed';

/** An operation as data: the only statement of its paths, shapes, errors and permission. */
export interface OperationSpec {
  /** Unique over all features; also the OpenAPI operationId. */
  readonly id: string;
  /** Row of the seed's endpoint table; absent on extensions. */
  readonly seed?: `000 §4 #${number}`;
  readonly summary: string;
  readonly http: {
    readonly method: HttpMethod;
    /** Below `/api/v1`, parameters in braces; every other input field travels in the query (GET) or the body. */
    readonly path: `/${string}`;
    readonly status: 200 | 201;
  };
  readonly auth: Auth;
  /** What the caller's tenant role must hold; absent where `auth` is none. */
  readonly allow?: Permission;
  /**
   * Whether an API key may call it. Without a word: keys with its permission among their scopes may, unless it is `self`,
   * which covers what must stay with people too.
   */
  readonly keys?: 'allowed' | 'refused';
  /** A GET that changes state all the same: a mutation for tRPC, and not answered to HEAD. */
  readonly effect?: 'write';
  /** Counted per socket address. */
  readonly throttle?: ThrottleName;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** Errors of its own, beside those that every operation may answer. */
  readonly errors: readonly ErrorKey[];
}

/** Defines an operation. The result keeps its literal types: transports, clients and forms are derived from them. */
export const defineOperation = <const Spec extends OperationSpec>(spec: Spec): Spec => spec;

/** What a handler receives: parsed, defaults filled in. */
export type InputOf<Op extends OperationSpec> = z.output<Op['input']>;
/** What a caller sends. */
export type RequestOf<Op extends OperationSpec> = z.input<Op['input']>;
/** What a handler returns and a caller receives. */
export type OutputOf<Op extends OperationSpec> = z.output<Op['output']>;

/** Whether calling it twice, or prefetching it, changes nothing. */
export const isRead = (operation: OperationSpec): boolean =>
  operation.http.method === 'GET' && operation.effect !== 'write';

/** The scope that an API key needs for an operation; undefined where keys are refused, or no credentials are read. */
export const keyScopeOf = ({ auth, allow, keys }: OperationSpec): KeyScope | undefined => {
  if (auth !== 'bearer' || keys === 'refused' || (allow === 'self' && keys !== 'allowed')) return undefined;
  return keyScopes.find((scope) => scope === allow);
};

/** Names of the parameters in an operation's path. */
export const pathParameters = (operation: OperationSpec): string[] =>
  [...operation.http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
