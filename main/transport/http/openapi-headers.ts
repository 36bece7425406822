import { z } from 'zod';
import {
  apiPrefix,
  captchaHeader,
  deviceHeader,
  idempotencyHeader,
  replayedHeader,
  versionHeader,
} from '#shared/contract/http-names.ts';
import { isQuery, type OperationSpec, signsIn, takesIdempotencyKey } from '#shared/contract/operation.ts';
import { stateReadOf } from '#shared/contract/state-read.ts';
import { idempotencyKeyLength } from '../parse-input.ts';

/** A header of a request. */
const sent = (description: string, example: string): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });
/** A header of a response, under a name that the document refers to. */
const header = (id: string, description: string, example: string): z.ZodString =>
  z.string().meta({ examples: [example], header: { id, description } });
const optionalHeader = (id: string, description: string, example: string): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .optional()
    .meta({ examples: [example], header: { id, description } });

const tag = '"rWHJxnjApozxMa6H8pBmGAq3r5k"';
const deviceWords =
  'By which a device is known again. Send the one of the last sign-in, so that wrong passwords entered elsewhere do not delay this device. It lets no one in.';
const deviceExample = '1.MTc5ODc2MTYwMA.q7XU2gkzJ0b5vT8cYw3nRg';

const idempotencyKey = z
  .string()
  .min(1)
  .max(idempotencyKeyLength)
  .optional()
  .meta({
    description:
      'Any text, new for each request. Sent again with it, the request is carried out once, and gets the same response for 24 hours. A response that shows a secret is not kept: then 409 says that the request was carried out.',
    examples: ['order-1'],
  });
const sentDevice = sent(deviceWords, deviceExample);
const captcha = sent(
  'The solution of the challenge of CAPTCHA_REQUIRED: JSON in base64, in the format of ALTCHA. It counts once.',
  'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=',
);
const ifNoneMatch = sent('The ETag that you have. 304 if nothing has changed.', tag);
const ifMatch = sent(
  'The ETag of what you have read. 412, with the current one, if it was changed meanwhile: then nothing is.',
  tag,
);

const device = optionalHeader('CastellanDevice', deviceWords, deviceExample);
const replayed = optionalHeader(
  'IdempotencyReplayed',
  'Only if this is the response that an earlier request with the same Idempotency-Key got.',
  'true',
);
const etag = header('ETag', 'Names this answer: send it in If-None-Match, or in If-Match of a change.', tag);
const serverVersion = optionalHeader(
  'CastellanVersion',
  'Which version of Castellan answers. Missing if a request is refused before it reaches its operation.',
  '0.2.0',
);
const currentEtag = header('CurrentETag', 'What it is now.', tag);
const link = optionalHeader(
  'Link',
  'The address of the next page, relative to that of the request. Missing on the last one.',
  `<${apiPrefix}/auth/sessions?cursor=WyJzZXNzXzEiXQ>; rel="next"`,
);
const location = header(
  'Location',
  'Where to read what was created.',
  `${apiPrefix}/tenants/tnt_rWHJxnjApozxMa6H8pBmGA`,
);
const retryAfter = optionalHeader('RetryAfter', 'Seconds until a retry makes sense.', '5');
const rateLimit = optionalHeader(
  'RateLimit',
  'The limit that was reached, and the seconds until it is reset (draft-ietf-httpapi-ratelimit-headers).',
  '"sign_in";r=0;t=540',
);
const rateLimitPolicy = optionalHeader(
  'RateLimitPolicy',
  'What limits the operation: requests (q) in seconds (w). Missing where rate limits are off.',
  '"sign_in";q=100;w=900',
);
const missingCredentials = header(
  'MissingCredentials',
  'Which credentials are missing (RFC 6750).',
  'Bearer error="invalid_token"',
);
const missingScope = optionalHeader(
  'MissingScope',
  'Which scope an API key lacks (RFC 6750).',
  'Bearer error="insufficient_scope", scope="team.read"',
);

type Headers = { headers: z.ZodObject };
/** Those of each answer, and more. */
const headers = (shape: z.ZodRawShape): Headers => ({
  headers: z.object({ [versionHeader]: serverVersion, ...shape }),
});

/** The headers that a request may have besides those of its credentials and its body. */
export const requestHeaders = (operation: OperationSpec): { header?: z.ZodObject } => {
  const shape = {
    ...(takesIdempotencyKey(operation) && { [idempotencyHeader]: idempotencyKey }),
    ...(signsIn(operation) && { [deviceHeader]: sentDevice }),
    ...(operation.captcha && { [captchaHeader]: captcha }),
    ...(isQuery(operation) && { 'if-none-match': ifNoneMatch }),
    ...(stateReadOf(operation) && { 'if-match': ifMatch }),
  };
  return Object.keys(shape).length > 0 ? { header: z.object(shape) } : {};
};

/** The headers of a success. */
export const answerHeaders = (operation: OperationSpec): Headers =>
  headers({
    ...(signsIn(operation) && { [deviceHeader]: device }),
    ...(takesIdempotencyKey(operation) && { [replayedHeader]: replayed }),
    ...(isQuery(operation) && { etag }),
    ...('cursor' in operation.input.shape && { link }),
    ...(operation.creates && { location }),
    ...(operation.throttle && { 'ratelimit-policy': rateLimitPolicy }),
  });

/** The headers of 304, which has no body. */
export const unchangedHeaders = headers({ etag });

const ofRefusal: Readonly<Record<number, z.ZodRawShape>> = {
  401: { 'www-authenticate': missingCredentials },
  403: { 'www-authenticate': missingScope },
  412: { etag: currentEtag },
  503: { 'retry-after': retryAfter },
};

/** The headers of a refusal. */
export const refusalHeaders = (status: number, { throttle }: OperationSpec): Headers =>
  headers({
    ...ofRefusal[status],
    ...(status === 429 && { 'retry-after': retryAfter }),
    ...(status === 429 && throttle && { ratelimit: rateLimit, 'ratelimit-policy': rateLimitPolicy }),
  });
