import type { z } from 'zod';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { AppError, type FieldError } from '#shared/errors.ts';
import { errorLimits } from '#shared/limits.ts';

const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

const fieldErrors = (issue: z.core.$ZodIssue): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, errorLimits.fields)
        .map((key) => ({ path: [...issue.path, key].join('.'), code: issue.code, message: 'Unknown field' }))
    : [{ path: issue.path.join('.'), code: issue.code ?? 'custom', message: issue.message }];

/**
 * Validates the input of an operation.
 * @throws AppError VALIDATION_FAILED with the first field errors, so that a large input cannot cause a larger answer.
 */
export const parseInput = ({ input }: OperationSpec, raw: unknown): unknown => {
  const result = input.safeParse(raw);
  if (result.success) return result.data;
  const errors = result.error.issues
    .slice(0, errorLimits.fields)
    .flatMap(fieldErrors)
    .slice(0, errorLimits.fields)
    .map(({ path, code, message }) => ({
      path: shortened(path, errorLimits.pathLength),
      code,
      message: shortened(message, errorLimits.messageLength),
    }));
  const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  throw new AppError('VALIDATION_FAILED', { detail: shortened(detail, errorLimits.detailLength), errors });
};
