import createOpenApiClient, { defaultPathSerializer, type Client as OpenApiClient } from 'openapi-fetch';
import { apiPrefix, bearer, deviceHeader, idempotencyHeader } from '#shared/contract/http-names.ts';
import { answerOf, rowsOf } from './answer.ts';
import { type CredentialStore, memoryStore } from './credentials.ts';
import { ApiError, CastellanError, type ErrorClasses, errorOf, isApiError } from './errors.ts';
import { type Followed, followEvents } from './follow-events.ts';
import { nextCursor } from './next-cursor.ts';
import { defaultLimits, type SendLimits, sendRequest } from './send.ts';
import { createSessions, type Refreshed, type SignedIn } from './sessions.ts';
import { type SignIn, signIn } from './sign-in.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import type { CallById, CallOptions, Endpoint } from './types.ts';

export interface ClientOptions {
  /** Where Castellan is, with its base path if it has one, such as `https://castellan.example.com`. */
  readonly url: string;
  /** A key of a person or of a service account, in place of signing in. */
  readonly apiKey?: string;
  /** Where the session is kept; by default only as long as the program runs. */
  readonly store?: CredentialStore;
  readonly limits?: Partial<SendLimits>;
  /** What the client takes from outside of itself. */
  readonly surroundings?: Partial<Surroundings>;
}

/** Where Castellan is. Guides call what ends in `/api/v1` the address of an API. @throws CastellanError if it is no URL */
const baseOf = (url: string): string => {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new CastellanError('url must look like https://castellan.example.com');
  }
  return url.replace(/\/+$/, '').replace(new RegExp(`${apiPrefix}$`), '');
};

/** Fills in a path. @throws CastellanError for a part that addresses resolve: the request would go to another operation */
const filledPath: typeof defaultPathSerializer = (path, values) => {
  for (const [name, value] of Object.entries(values)) {
    if (/^\.{1,2}$/.test(String(value))) throw new CastellanError(`${name} can't be ${value}`);
  }
  return defaultPathSerializer(path, values);
};

const isUnauthorized = ({ status }: Response): boolean => status === 401;

/** A client that knows its operations only while it runs. */
export interface UntypedClient {
  readonly call: CallById;
  readonly api: Readonly<Record<string, (input?: object, options?: CallOptions) => Promise<unknown>>>;
  readonly each: Readonly<Record<string, (input?: object, options?: CallOptions) => AsyncGenerator<unknown, void>>>;
  readonly http: OpenApiClient<object>;
  readonly signIn: (given: SignIn) => Promise<SignedIn['user']>;
  readonly keep: (signedIn: SignedIn) => Promise<void>;
  readonly signOut: () => Promise<void>;
  readonly events: (given: Followed) => AsyncGenerator<unknown, void>;
}

/** A client of the operations of a table. */
export const createUntypedClient = (
  { url, apiKey, store = memoryStore(), limits, surroundings: given }: ClientOptions,
  endpoints: Readonly<Record<string, Endpoint>>,
  errorClasses: ErrorClasses,
): UntypedClient => {
  const around = { ...surroundings, ...given };
  const bounds = { ...defaultLimits, ...limits };
  const baseUrl = baseOf(url);

  /** Sends a request with the credentials, and once more if the access token has expired. */
  const sendAs = async (request: Request, isRepeatable: boolean): Promise<Response> => {
    const token = apiKey ?? (await sessions.token());
    const attempt = (used: string | undefined): Promise<Response> => {
      const copy = request.clone();
      if (used !== undefined) copy.headers.set('authorization', bearer(used));
      return sendRequest(copy, isRepeatable, bounds, around);
    };
    const response = await attempt(token);
    if (!isUnauthorized(response) || token === undefined || apiKey !== undefined) return response;
    const body: unknown = await response
      .clone()
      .json()
      // Not from Castellan; whoever reads the response finds out.
      .catch(() => undefined);
    const problem = errorOf(errorClasses, response.status, body);
    if (!isApiError(problem, 'TOKEN_EXPIRED', 'TOKEN_INVALID')) return response;
    const renewed = await sessions.renewed(token);
    return renewed === undefined ? response : attempt(renewed);
  };

  const http = createOpenApiClient<object>({
    baseUrl,
    pathSerializer: filledPath,
    fetch: (request) => sendAs(request, request.method === 'GET'),
  });
  // The table has the paths as texts.
  const send = http.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

  const request = async (
    { method, path, keyed }: Endpoint,
    input: Readonly<Record<string, unknown>>,
    { signal, idempotencyKey = around.unique(), ifMatch, onResponse }: CallOptions,
    { headers = {}, ...init }: { headers?: object; fetch?: (request: Request) => Promise<Response> } = {},
  ): Promise<unknown> => {
    const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
    for (const name of inPath) if (!input[name]) throw new CastellanError(`${name} is missing: ${method} ${path}`);
    const fields = Object.entries(input).filter(([, value]) => value !== undefined);
    const rest = Object.fromEntries(fields.filter(([name]) => !inPath.has(name)));
    const isGet = method === 'GET';
    const { data, error, response } = await send(method, path, {
      fetch: (each: Request) => sendAs(each, isGet || keyed === true),
      parseAs: 'text',
      ...init,
      signal,
      params: { path: Object.fromEntries(fields.filter(([name]) => inPath.has(name))), ...(isGet && { query: rest }) },
      ...(!isGet && Object.keys(rest).length > 0 && { body: rest }),
      headers: {
        ...headers,
        ...(keyed && { [idempotencyHeader]: idempotencyKey }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
    });
    onResponse?.(response);
    if (!response.ok) throw errorOf(errorClasses, response.status, error);
    return answerOf(response, data);
  };

  const endpointOf = (id: string): Endpoint => endpoints[id] as Endpoint;
  const call: CallById = (id, input = {}, options = {}) => request(endpointOf(id), { ...input }, options);
  /** Without credentials: an old token would be refused before the new one is there. */
  const callAsNobody = (
    id: string,
    input: object,
    options: CallOptions = {},
    { headers = {}, limitMs = bounds.timeoutMs }: { headers?: object; limitMs?: number | undefined } = {},
  ): Promise<unknown> => {
    const limited = { ...bounds, timeoutMs: Math.min(limitMs, bounds.timeoutMs) };
    return request(endpointOf(id), { ...input }, options, {
      headers,
      fetch: (each) => sendRequest(each, false, limited, around),
    });
  };
  const sessions = createSessions(
    store,
    (refresh_token, limitMs) => callAsNobody('refresh', { refresh_token }, {}, { limitMs }) as Promise<Refreshed>,
    around,
  );

  async function* each(id: string, input: object = {}, options: CallOptions = {}): AsyncGenerator<unknown, void> {
    const { rows = '' } = endpointOf(id);
    let cursor: string | undefined;
    do {
      let next: string | undefined;
      const page = await call(
        id,
        { ...input, cursor: cursor ?? (input as { cursor?: string }).cursor },
        {
          ...options,
          onResponse: (response) => {
            next = nextCursor(response.headers.get('link'));
            options.onResponse?.(response);
          },
        },
      );
      yield* rowsOf(page, rows);
      cursor = next;
    } while (cursor !== undefined);
  }

  const byId = <Kind>(make: (id: string) => Kind, isOne: (endpoint: Endpoint) => boolean): Record<string, Kind> =>
    Object.fromEntries(
      Object.entries(endpoints).flatMap(([id, endpoint]) => (isOne(endpoint) ? [[id, make(id)]] : [])),
    );

  const client: UntypedClient = {
    call,
    api: byId(
      (id) => (input, options) => call(id, input, options),
      () => true,
    ),
    each: byId(
      (id) => (input, options) => each(id, input, options),
      ({ rows }) => rows !== undefined,
    ),
    http,
    signIn: async (input) => {
      // Signing in mends a store that can't be read.
      const { device } = await sessions.known();
      const sent = device === undefined ? {} : { [deviceHeader]: device };
      let known: string | undefined;
      const onResponse = ({ headers }: Response): void => {
        known = headers.get(deviceHeader) ?? known;
      };
      const signedIn = await signIn(input, (id, fields) => callAsNobody(id, fields, { onResponse }, { headers: sent }));
      await sessions.keep(signedIn, known);
      return signedIn.user;
    },
    keep: (signedIn) => sessions.keep(signedIn),
    async signOut() {
      if (!(await sessions.known()).session) return sessions.forget();
      await call('logout').catch((error: unknown) => {
        // It has ended already.
        if (!(error instanceof ApiError && error.status === 401)) throw error;
      });
      await sessions.forget();
    },
    events: (followed) => followEvents(call, followed),
  };
  return client;
};
