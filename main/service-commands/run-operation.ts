import { AppError } from '#shared/texts/errors.ts';
import { StartError } from '../platform/start-error.ts';
import type { SystemContext } from '../services/context.ts';
import { type CommandCall, type CommandOperation, parseCommandInput, refused } from './operation.ts';
import { type OperationName, operations } from './operations.ts';

export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name);

/**
 * Runs an operation on behalf of the operator of this server.
 * @throws StartError if it is refused, with nothing written
 */
export const runOperation = async (
  context: SystemContext,
  name: OperationName,
  input: unknown,
  call: CommandCall<unknown>,
): Promise<unknown> => {
  // The table pairs each operation with its input, which TypeScript can't follow through a name.
  const operation = operations[name] as CommandOperation<(typeof operations)[OperationName]['input'], unknown, unknown>;
  const parsed = parseCommandInput(operation.input, input);
  try {
    return await operation.run(context, parsed, call);
  } catch (error) {
    if (error instanceof AppError) throw refused(error.message);
    if (!(error instanceof StartError)) context.log.error({ operation: name, err: error }, 'operator command failed');
    throw error;
  }
};
