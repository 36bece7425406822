import { operations } from '#shared/contract/index.ts';
import { isQuery, type OperationSpec, pathParameters } from '#shared/contract/operation.ts';
import type { Problem } from '#shared/texts/errors.ts';
import { assertDeclared } from './answered-errors.ts';

/** An answer of either transport. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as sent. */
  text: string;
  /** The parsed body, without tRPC's envelope for a success. Undefined if it is not JSON. */
  body: unknown;
  /** The problem document of a failure. */
  problem: Problem | undefined;
}

export interface SendOptions {
  /** Access token. */
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value;

/** Sends a plain request, like any other tool. */
export const send = async (
  address: string,
  method: string,
  path: string,
  { token, body, headers = {} }: SendOptions = {},
): Promise<Answer> => {
  const response = await fetch(`${address}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = parseJson(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parsed,
    problem: isProblem(parsed) ? parsed : undefined,
  };
};

/** The fields of an object as a query string. */
const queryOf = (fields: readonly (readonly [string, unknown])[]): string => {
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  return fields.length > 0 ? `?${query}` : '';
};

/** Calls an operation through `/api/v1`: ids go into the path, the rest into the query or the body. */
export const callHttp = async (
  address: string,
  operation: OperationSpec,
  input: Record<string, unknown>,
  { token, headers = {} }: Pick<SendOptions, 'token' | 'headers'> = {},
): Promise<Answer> => {
  const inPath = pathParameters(operation);
  const path = operation.http.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? '')),
  );
  const rest = Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  const isGet = operation.http.method === 'GET';
  const answer = await send(address, operation.http.method, `/api/v1${path}${isGet ? queryOf(rest) : ''}`, {
    token,
    headers,
    ...(!isGet && rest.length > 0 && { body: Object.fromEntries(rest) }),
  });
  if (answer.problem) assertDeclared(operation, answer.problem);
  return answer;
};

/** `feature.operation`, the name of a tRPC procedure. */
export const procedureOf = (operation: OperationSpec): string => {
  const entry = operations.find((candidate) => candidate.operation === operation);
  if (!entry) throw new Error(`${operation.id} is not in the contract`);
  return `${entry.feature}.${entry.name}`;
};

/** Calls an operation like the console does. Returns the status of the problem, because tRPC has fewer statuses. */
export const callTrpc = async (
  address: string,
  operation: OperationSpec,
  input: Record<string, unknown>,
  { token, headers = {} }: Pick<SendOptions, 'token' | 'headers'> = {},
): Promise<Answer> => {
  const path = `/trpc/${procedureOf(operation)}`;
  const answer = isQuery(operation)
    ? await send(address, 'GET', `${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { token, headers })
    : await send(address, 'POST', path, { token, headers, body: input });
  const { result, error } = (answer.body ?? {}) as {
    result?: { data: unknown };
    error?: { data?: { problem?: Problem } };
  };
  const problem = error?.data?.problem;
  if (problem) assertDeclared(operation, problem);
  return {
    ...answer,
    status: problem?.status ?? (result ? operation.http.status : answer.status),
    body: result ? result.data : answer.body,
    problem,
  };
};

export type Transport = 'HTTP' | 'tRPC';
export const transports: Record<Transport, typeof callHttp> = { HTTP: callHttp, tRPC: callTrpc };

/** The bytes of an answer without the request's own id. */
export const withoutRequestId = ({ text }: Pick<Answer, 'text'>): string => text.replaceAll(/req_[\w-]{22}/g, 'req_');
