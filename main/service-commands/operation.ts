import type { z } from 'zod';
import { upperAscii } from '#shared/text-input/ascii-case.ts';
import { fieldMessage, fieldProblemOf, fieldReasonText } from '#shared/texts/field-reasons.ts';
import { StartError } from '../platform/start-error.ts';
import type { SystemContext } from '../services/context.ts';

/** How an operation talks to the command that asked for it. */
export interface CommandCall<Row> {
  /** Passes a row on. Resolves once there is room for the next one. */
  emit(row: Row): Promise<void>;
  /** What the command reads from a file or from stdin. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** For operations that take nothing besides their input. */
export const noBody = async function* (): AsyncGenerator<Uint8Array> {};

/** What a command does, online or offline: the same code runs in the service, or in the command itself. */
export interface CommandOperation<Schema extends z.ZodType, Row, Result> {
  readonly input: Schema;
  /** @throws StartError of kind `refused`, or AppError, with nothing written */
  run(context: SystemContext, input: z.output<Schema>, call: CommandCall<Row>): Promise<Result>;
}

/** Infers the types of an operation. Rows are declared by the `emit` that it calls. */
export const commandOperation = <Schema extends z.ZodType, Row = never, Result = void>(
  operation: CommandOperation<Schema, Row, Result>,
): CommandOperation<Schema, Row, Result> => operation;

/** The operator asked for something that isn't possible. Nothing was changed. */
export const refused = (message: string): StartError => new StartError(message, { kind: 'refused' });

/**
 * Checks input from the command line. Fields are named like the options, or like the operands in capitals.
 * @param operands the words after the command
 * @throws StartError for the first problem
 */
export const parseCommandInput = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  operands: readonly string[] = [],
): z.output<Schema> => {
  const result = schema.safeParse(input, { error: fieldMessage });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const name = operands.includes(upperAscii(field)) ? upperAscii(field) : `--${field}`;
  throw new StartError(`${name}: ${fieldReasonText(fieldProblemOf(issue?.message ?? ''))}`);
};
