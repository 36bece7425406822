import type { z } from 'zod';
import { bodyLimits, type ThrottleName } from '../rules/limits.ts';
import { type KeyScope, keyScopes, type Permission, type ServiceScope, serviceScopes } from '../rules/permissions.ts';
import { type Restriction, restrictionNames } from '../rules/restrictions.ts';
import type { ErrorKey } from '../texts/errors.ts';
import type { LiveTopic } from './live-topics.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `none`: ignores credentials. `bearer`: an access token of a live session.
 * `signed`: any access token signed by this service, even of an ended session (logout is idempotent).
 */
export type Auth = 'none' | 'bearer' | 'signed';

/** An operation as data: the single source of its path, shapes, errors and permission. */
export interface OperationSpec {
  /** Unique across features; also the OpenAPI operationId. */
  readonly id: string;
  /** Row of the seed's endpoint table; absent on extensions. */
  readonly seed?: `000 §4 #${number}`;
  readonly summary: string;
  readonly http: {
    readonly method: HttpMethod;
    /** Below `/api/v1`, parameters in braces. All other input fields go in the query (GET) or the body. */
    readonly path: `/${string}`;
    readonly status: 200 | 201;
  };
  readonly auth: Auth;
  /** Permission that the caller's tenant role needs; absent if `auth` is none. */
  readonly allow?: Permission;
  /**
   * Whether an API key may call it. By default, keys may if their scopes include its permission, unless that is `self`,
   * which also covers what must be left to people.
   */
  readonly keys?: 'allowed' | 'refused';
  /**
   * Whether a service account may call it (DECISION 0317). By default, it may if its scopes include the permission. `refused`:
   * what it stores names a person. `allowed`: whatever its scopes are.
   */
  readonly serviceAccounts?: 'allowed' | 'refused';
  /**
   * Whether guests may call it (DECISION 0324): its answers, errors included, tell of no other person. By default, they may not,
   * whatever its permission is.
   */
  readonly guests?: 'allowed';
  /** Whether the caller must operate this installation (DECISION 0215). Never for API keys. */
  readonly operator?: true;
  /** What people may call it in spite of: it helps to meet what their organization requires, or can't wait for that. */
  readonly despite?: readonly Restriction[];
  /**
   * Whether it asks for a recent confirmation of who is calling (DECISION 0258): of people with two-factor authentication,
   * or of everyone if their organization wants it. `always`: never for API keys. `ownership`: only where it makes someone an
   * owner, or acts on an owner or an owner's invitation. `authority`: there, too, and where it gives someone more than
   * they have (DECISION 0322). `redirection`: only where what people have let an application know would go elsewhere (DECISION 0336).
   * `never`: a change that lets no one in, shuts no owner out and weakens
   * no account.
   */
  readonly confirm?: 'always' | 'ownership' | 'authority' | 'redirection' | 'never';
  /**
   * Where the method doesn't tell. `write`: a GET that changes state. `read`: a POST that changes nothing, because its
   * input is a secret that must not appear in a URL.
   */
  readonly effect?: 'read' | 'write';
  /**
   * What the answer of a read shows. When another user changes one of these, an open console calls it again. Empty if it shows
   * nothing that the service is told of, or is asked for on demand.
   */
  readonly topics?: readonly LiveTopic[];
  /** Whether it may wait for something to happen before it answers. */
  readonly waits?: true;
  /** When it asks for a proof of work, if the operator wants it (DECISION 0290). `after_failures`: to sign in with `email`. */
  readonly captcha?: 'always' | 'after_failures';
  /** Rate limit per address and network. */
  readonly throttle?: ThrottleName;
  /**
   * Why an operation that anyone may call has no throttle. `quiet`: beyond its limit it does nothing, but answers the same, so
   * it counts by itself. `cheap`: it hashes, writes and keeps nothing. It begins, and reads, in the turn of its network.
   */
  readonly unthrottled?: 'quiet' | 'cheap';
  /**
   * `list`, `file`: the body may be larger than usual. `ignored`: whatever is sent, the operation is done; it needs no
   * fields.
   */
  readonly body?: 'list' | 'file' | 'ignored';
  /** Where to read what it creates: the path of a read, filled from the answer and its own path. */
  readonly creates?: `/${string}`;
  /** `open`: parameters of the query that it doesn't know are ignored, because mail programs add some to links. */
  readonly query?: 'open';
  /**
   * Whether it takes an `Idempotency-Key`: sent again with the same key, it is carried out once, and answered the same
   * for 24 hours (DECISION 0115). Every POST that changes something with credentials does. `taken`: so does this one.
   * `harmless`: sent again, it does nothing that the first request hasn't done, so a key is ignored.
   */
  readonly idempotent?: 'taken' | 'harmless';
  /** What its answer says if nothing was changed, so that nobody has to read anything again. */
  readonly unchanged?: Readonly<Record<string, boolean>>;
  /** Whether its answer shows a secret that is stored nowhere, and so can't be answered again (DECISION 0309). */
  readonly answersSecret?: true;
  /**
   * States of the output whose effect isn't proven yet: answered with 202 instead of `status`. So is what goes on behind
   * the request, whatever the state.
   */
  readonly unproven?: readonly string[];
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** Errors specific to this operation, besides those that any operation may return. */
  readonly errors: readonly ErrorKey[];
}

/** What anyone may call is limited, or says why not. */
export type Limited =
  | { readonly auth: Exclude<Auth, 'none'>; readonly captcha?: never }
  | { readonly auth: 'none'; readonly throttle: ThrottleName; readonly unthrottled?: never }
  | { readonly auth: 'none'; readonly unthrottled: 'quiet' | 'cheap'; readonly throttle?: never };

/** What a GET reads for someone who is signed in says what changes it. */
type Followed =
  | { readonly http: { readonly method: Exclude<HttpMethod, 'GET'> } }
  | { readonly auth: 'none' }
  | { readonly effect: 'write' }
  | { readonly topics: readonly LiveTopic[] };

/** What changes something for someone who is signed in says whether it asks who is calling. */
type Confirmed =
  | { readonly auth: Exclude<Auth, 'bearer'> }
  | { readonly http: { readonly method: 'GET' }; readonly effect?: 'read' }
  | { readonly effect: 'read' }
  | { readonly confirm: NonNullable<OperationSpec['confirm']> };

/** Defines an operation. Keeps the literal types, from which transports, clients and forms are derived. */
export const defineOperation = <const Spec extends OperationSpec & Limited & Followed & Confirmed>(spec: Spec): Spec =>
  spec;

/** What a handler receives: parsed, with defaults applied. */
export type InputOf<Op extends OperationSpec> = z.output<Op['input']>;
/** What a caller sends. */
export type RequestOf<Op extends OperationSpec> = z.input<Op['input']>;
/** What a handler returns and a caller receives. */
export type OutputOf<Op extends OperationSpec> = z.output<Op['output']>;

/** Whether it changes nothing. */
export const isRead = ({ http, effect }: OperationSpec): boolean =>
  effect === undefined ? http.method === 'GET' : effect === 'read';

/** The restrictions under which nobody may call it. */
export const refusingRestrictions = ({ despite }: OperationSpec): readonly Restriction[] =>
  despite ? restrictionNames.filter((name) => !despite.includes(name)) : restrictionNames;

/** Whether it takes an `Idempotency-Key`. */
export const takesIdempotencyKey = (operation: OperationSpec): boolean => {
  const { auth, http, idempotent } = operation;
  if (idempotent !== undefined) return idempotent === 'taken';
  return auth === 'bearer' && http.method === 'POST' && !isRead(operation);
};

/** Whether an answer says that nothing was changed. */
export const isUnchanged = ({ unchanged }: Pick<OperationSpec, 'unchanged'>, answer: unknown): boolean =>
  unchanged !== undefined &&
  Object.entries(unchanged).every(([name, value]) => (answer as Record<string, unknown>)[name] === value);

/** Whether it may ask for a recent confirmation. */
export const asksToConfirm = ({ confirm }: OperationSpec): boolean => confirm !== undefined && confirm !== 'never';

/** The HTTP status of an answer. */
export const statusOf = ({ http, unproven }: OperationSpec, output: unknown): number => {
  const { state, problem } = (output ?? {}) as { state?: unknown; problem?: { reason?: unknown } | null };
  const isUnproven = unproven?.includes(String(state)) === true || (unproven && problem?.reason === 'going_on');
  return isUnproven ? 202 : http.status;
};

/** Whether it starts a session: it answers tokens, and none was sent to be renewed. */
export const signsIn = ({ auth, input, output }: OperationSpec): boolean =>
  auth === 'none' &&
  'shape' in output &&
  'access_token' in (output.shape as object) &&
  !('refresh_token' in input.shape);

/** Whether a plain GET may call it: HEAD in the HTTP API, and a query in tRPC, which puts the input into the URL. */
export const isQuery = (operation: OperationSpec): boolean => operation.http.method === 'GET' && isRead(operation);

/** The scope that an API key needs for an operation; undefined if it refuses keys or reads no credentials. */
export const keyScopeOf = ({ auth, allow, keys, operator, confirm }: OperationSpec): KeyScope | undefined => {
  if (operator || auth !== 'bearer' || keys === 'refused' || confirm === 'always') return undefined;
  if (allow === 'self' && keys !== 'allowed') return undefined;
  return keyScopes.find((scope) => scope === allow);
};

/** What a service account needs for an operation: a scope, `none`, or undefined if it refuses service accounts. */
export const serviceScopeOf = (operation: OperationSpec): ServiceScope | 'none' | undefined => {
  const { serviceAccounts } = operation;
  if (serviceAccounts === 'allowed') return 'none';
  const needed = serviceAccounts === 'refused' ? undefined : keyScopeOf(operation);
  return serviceScopes.find((scope) => scope === needed);
};

/** The same of a type: the handlers of these operations have to reckon with a caller who isn't a person. */
export type TakesServiceAccounts<Op extends OperationSpec> = Op extends { readonly serviceAccounts: 'allowed' }
  ? true
  : Op extends
        | { readonly serviceAccounts: 'refused' }
        | { readonly keys: 'refused' }
        | { readonly confirm: 'always' }
        | { readonly operator: true }
    ? false
    : Op extends { readonly auth: 'bearer'; readonly allow: ServiceScope }
      ? true
      : false;

/**
 * Whether it may be read together with others in one request (DECISION 0288): it waits for nothing but the database, and has
 * no rate limit.
 */
export const isBatchable = (operation: OperationSpec): boolean =>
  isQuery(operation) &&
  operation.auth === 'bearer' &&
  operation.throttle === undefined &&
  !operation.waits &&
  !operation.errors.includes('PROVIDER_UNREACHABLE');

/** Largest request body of an operation, in bytes. */
export const bodyLimitOf = ({ body }: Pick<OperationSpec, 'body'>): number =>
  body === undefined || body === 'ignored' ? bodyLimits.standard : bodyLimits[body];

/** Names of an operation's path parameters. */
export const pathParameters = (operation: OperationSpec): string[] =>
  [...operation.http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
