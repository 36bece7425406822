import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyLimitOf, type OperationSpec } from '#shared/contract/operation.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hasBody } from './unread-bodies.ts';

type JsonParser = ReturnType<FastifyInstance['getDefaultJsonParser']>;
export type BodyReader = (request: FastifyRequest, operation: Pick<OperationSpec, 'body'>) => Promise<unknown>;

const jsonType = /^application\/json *(;|$)/i;

/** Mutations must be `application/json` or have no body, so no form on a foreign page can send them. */
const assertJson = ({ raw, headers }: FastifyRequest): void => {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  const isJson = type === undefined ? !hasBody(raw) : jsonType.test(type);
  if (!isJson || lowerAscii(encoding) !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE');
};

/** JSON is UTF-8 (RFC 8259). Anything else would be stored with other letters than were sent. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decoded = (bytes: Buffer): string => {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AppError('MALFORMED_BODY', {}, { cause });
  }
};

/** The text of a body. @throws AppError BODY_TOO_LARGE, MALFORMED_BODY */
export const collect = async ({ raw, headers }: FastifyRequest, limit: number): Promise<string> => {
  if (Number(headers['content-length'] ?? 0) > limit) throw new AppError('BODY_TOO_LARGE');
  if (!hasBody(raw)) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  // Without `destroyOnReturn: false`, refusing a body would close the connection before the answer.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new AppError('BODY_TOO_LARGE');
    chunks.push(chunk as Buffer);
  }
  return decoded(Buffer.concat(chunks));
};

const parseJson = (parse: JsonParser, request: FastifyRequest, text: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    parse(request, text, (error, value) => {
      if (error) reject(new AppError('MALFORMED_BODY', {}, { cause: error }));
      else resolve(value);
    });
  });

/**
 * Leaves request bodies unread until an operation asks for them, which the guard does only for callers it admits.
 * The returned reader gives undefined for a missing body.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_BODY
 */
export const deferBodies = (fastify: FastifyInstance): BodyReader => {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return async (request, operation) => {
    if (operation.body === 'ignored') return undefined;
    assertJson(request);
    const text = await collect(request, bodyLimitOf(operation)).catch((cause: unknown) => {
      // The client disconnected before the end of its body.
      throw cause instanceof AppError ? cause : new AppError('MALFORMED_BODY', {}, { cause });
    });
    return text === '' ? undefined : parseJson(parse, request, text);
  };
};
