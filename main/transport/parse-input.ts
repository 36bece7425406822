import type { z } from 'zod';
import { idempotencyHeader } from '#shared/contract/http-names.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { errorLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type FieldError, fieldError, fieldMessage, fieldProblemOf } from '#shared/texts/field-reasons.ts';

const fieldErrors = (issue: z.core.$ZodIssue): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, errorLimits.fields)
        .map((key) => fieldError([...issue.path, key].join('.'), { reason: 'unknown_field' }, issue.code))
    : [fieldError(issue.path.join('.'), fieldProblemOf(issue.message), issue.code)];

/**
 * Validates the input of an operation.
 * @throws AppError VALIDATION_FAILED with the first field errors, so that a large input cannot cause a larger answer.
 */
export const parseInput = ({ input }: OperationSpec, raw: unknown): unknown => {
  const result = input.safeParse(raw, { error: fieldMessage });
  if (result.success) return result.data;
  const errors = result.error.issues.slice(0, errorLimits.fields).flatMap(fieldErrors).slice(0, errorLimits.fields);
  throw new AppError('VALIDATION_FAILED', { errors });
};

/** Characters of an Idempotency-Key. */
export const idempotencyKeyLength = 255;

/** @throws AppError VALIDATION_FAILED if it is empty or too long */
export const parseIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined || (header !== '' && header.length <= idempotencyKeyLength)) return header;
  const problem =
    header === ''
      ? ({ reason: 'required' } as const)
      : ({ reason: 'too_long', params: { max: idempotencyKeyLength } } as const);
  throw new AppError('VALIDATION_FAILED', { errors: [fieldError(idempotencyHeader, problem)] });
};
