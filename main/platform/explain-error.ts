import { AppError, type ErrorKey } from '#shared/texts/errors.ts';
import { listenProblem } from './port.ts';
import { StartError, type StartErrorKind } from './start-error.ts';
import { storageProblem } from './storage-error.ts';

/** Failures to reach another computer. They often pass. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What callers of the API see of a database that can't be used for now. */
const passing: Partial<Record<ErrorKey, StartErrorKind>> = { BUSY: 'unready', STORAGE_FULL: 'full' };

const firstLine = (error: unknown): string => {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n')[0] ?? '';
};

/** One line for anything thrown. What has no name yet is of the kind `unexpected`; its cause has the details. */
export const explainError = async (error: unknown): Promise<StartError> => {
  if (error instanceof StartError) return error;
  const kind = error instanceof AppError ? passing[error.key] : undefined;
  if (kind)
    return new StartError({ name: 'busyDatabase', values: { problem: firstLine(error) } }, { cause: error, kind });
  const { code, path, syscall, address, port } = (error ?? {}) as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall === 'listen' && port !== undefined) {
    return listenProblem(error as NodeJS.ErrnoException, address ?? '', port);
  }
  // Without a path, it still says which limit was reached.
  const problem = await storageProblem(error, path ?? 'a file or a connection', 'operator');
  if (problem) return problem;
  if (networkCodes.has(code ?? '')) {
    return new StartError({ name: 'network', values: { problem: firstLine(error) } }, { cause: error, kind: 'io' });
  }
  return new StartError(
    { name: 'unexpected', values: { problem: firstLine(error) } },
    { cause: error, kind: 'unexpected' },
  );
};
