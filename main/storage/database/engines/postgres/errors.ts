import { AppError } from '#shared/texts/errors.ts';

/** No host is a primary. That passes, once one of them is promoted. The message continues a sentence about the database. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  /** As the server's own errors. */
  readonly code = '25006';
}

/** What a duplicate in these unique indexes means to whoever wrote it: two writers at once passed the same check. */
const duplicates: Readonly<Record<string, 'EMAIL_TAKEN' | 'SLUG_TAKEN'>> = {
  users_email: 'EMAIL_TAKEN',
  workspaces_tenant_id_slug_key: 'SLUG_TAKEN',
  tenants_sign_in_slug: 'SLUG_TAKEN',
};

/** SQLSTATE codes after which the same request may succeed: locks, deadlocks, restarts, failover, too many connections. */
const passing = /^(08...|25006|25P03|40001|40P01|53200|53300|53400|55P03|57014|57P01|57P02|57P03|57P05|58030)$/;

/** System calls of connections. Whatever fails in them is about the network or a server that doesn't run. */
const networkCalls = /^(connect|getaddrinfo)$/;

/** Of a name with several addresses, the driver reports one error, which names no call. */
const unreachable = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** The driver has no codes for these. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|timeout expired|driver has already been destroyed|Postgres connection has been discarded|Client was closed)/;

/** Whether the server could not be reached, or has ended the connection. */
export const isTransient = (error: unknown): boolean => {
  const { code, syscall, message } = error as { code?: unknown; syscall?: unknown; message?: unknown };
  return (
    passing.test(String(code)) ||
    unreachable.test(String(code)) ||
    networkCalls.test(String(syscall)) ||
    lostConnection.test(String(message))
  );
};

/** Whether another host may do what this one doesn't. A pool whose connections are all in use says nothing about its host. */
export const isHostProblem = (error: unknown): boolean =>
  isTransient(error) && (error as Error).message !== 'timeout exceeded when trying to connect';

/** The error that the service knows for one of the server or the driver. Any other error stays as it is. */
const toEngineError = (error: unknown): unknown => {
  if (error instanceof AppError) return error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (isTransient(error)) return new AppError('BUSY', { retry_after: 1 }, { cause: error });
  if (code === '53100') return new AppError('STORAGE_FULL', { retry_after: 60 }, { cause: error });
  const key = code === '23505' ? duplicates[String(constraint)] : undefined;
  return key ? new AppError(key, {}, { cause: error }) : error;
};

/** Runs `work`. @throws AppError in place of an error that the service knows */
export const mapErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw toEngineError(error);
  }
};
