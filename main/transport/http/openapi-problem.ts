import { z } from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { wireParams } from '#shared/contract/fields.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { possibleErrors } from '#shared/contract/possible-errors.ts';
import { providerErrorReasonNames } from '#shared/flows/provider-errors.ts';
import { refusalNames } from '#shared/flows/upgrade-actions.ts';
import { confirmationMethods, secondFactorMethods } from '#shared/rules/sign-in-methods.ts';
import { codeOf, type ErrorKey, endReasons, errors } from '#shared/texts/errors.ts';
import { fieldReasonNames } from '#shared/texts/field-reasons.ts';
import { reasonNames } from '#shared/texts/reasons.ts';
import { refusalHeaders } from './openapi-headers.ts';
import { problemType } from './problem.ts';

/** RFC 9457 problem document. */
const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    success: z.literal(false),
    code: z.enum([...new Set((Object.keys(errors) as ErrorKey[]).map(codeOf))]),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          path: z.string(),
          code: z.string(),
          reason: z.enum(fieldReasonNames),
          params: wireParams.optional(),
          message: z.string(),
        }),
      )
      .optional(),
    reason: z.enum([...reasonNames, ...endReasons]).optional(),
    params: wireParams.optional(),
    retry_after: z.int().optional().meta({ description: 'Seconds' }),
    scheduled_deletion: z.iso.datetime().optional(),
    restore_token: z.string().optional(),
    second_factor_token: z.string().optional(),
    second_factor_methods: z.array(z.enum(secondFactorMethods)).optional(),
    trusted_device_days: z.int().optional(),
    confirm_with: z.array(z.enum(confirmationMethods)).optional(),
    max_age_seconds: z.int().optional(),
    captcha: z
      .object({
        algorithm: z.literal('SHA-256'),
        challenge: z.string(),
        salt: z.string(),
        maxnumber: z.int(),
        signature: z.string(),
      })
      .optional()
      .meta({
        description:
          'Find the number from 0 to maxnumber for which the SHA-256 hash of the salt and the number, in hexadecimal, is the challenge.',
      }),
    scope: z.string().optional(),
    candidates: z.array(z.object({ user_id: z.string(), name: z.string() })).optional(),
    allow: z.array(z.string()).optional(),
    etag: z.string().optional(),
    run_id: z.string().optional(),
    refusal: z.enum(refusalNames).optional(),
    provider_reason: z.enum(providerErrorReasonNames).optional(),
    provider_message: z.string().optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document' });

/** The refusals of an operation, by status. */
export const problemResponses = (operation: OperationSpec): ZodOpenApiResponsesObject => {
  const byStatus = Map.groupBy([...possibleErrors(operation)], (key) => errors[key].status);
  return Object.fromEntries(
    [...byStatus].map(([status, keys]) => [
      String(status) as `${1 | 2 | 3 | 4 | 5}${string}`,
      {
        description: keys.map((key) => `${codeOf(key)}: ${errors[key].title}`).join('. '),
        ...refusalHeaders(status, operation),
        content: { [problemType]: { schema: problem } },
      },
    ]),
  );
};
