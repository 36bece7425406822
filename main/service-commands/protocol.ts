import { z } from 'zod';
import { version } from '../platform/version.ts';

/** The first line that a command sends. Everything after it is the body. */
export const requestSchema = z.object({ version: z.string(), operation: z.string(), input: z.unknown() });

/** The lines that the service sends: any number of rows, then a result or an error. */
export const answerSchema = z.union([
  z.object({ row: z.unknown() }),
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ message: z.string(), kind: z.string() }) }),
]);
export type Answer = z.output<typeof answerSchema>;

export const requestLine = (operation: string, input: unknown): string =>
  `${JSON.stringify({ version, operation, input })}\n`;

/** `undefined` isn't JSON. */
export const answerLine = (answer: Answer): string =>
  `${JSON.stringify('result' in answer ? { result: answer.result ?? null } : answer)}\n`;
