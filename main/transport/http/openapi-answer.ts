import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listsTag, tagOf } from '../etag.ts';
import { type BasePath, basePathOf } from './base-path.ts';
import { openApiDocument } from './openapi.ts';

interface Prepared {
  tag: string;
  plain: Buffer;
  compressed: Buffer;
}

const prepare = async (base: BasePath): Promise<Prepared> => {
  const text = JSON.stringify(openApiDocument(base));
  const plain = Buffer.from(text);
  return { tag: tagOf(text), plain, compressed: await promisify(gzip)(plain) };
};

/** Answers the document. It is built on the first request, to keep startup fast, and kept as bytes: anyone may ask, and it is long. */
export const openApiAnswer = (basePath: BasePath) => {
  const documents = new Map<BasePath, Promise<Prepared>>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const base = basePathOf(request, basePath);
    const prepared = documents.get(base) ?? prepare(base);
    documents.set(base, prepared);
    const { tag, plain, compressed } = await prepared;
    // Weak: the compressed document has other bytes.
    reply.headers({ etag: `W/${tag}`, vary: 'accept-encoding' });
    const { 'if-none-match': known, 'accept-encoding': accepted = '' } = request.headers;
    if (known !== undefined && listsTag(known, tag, { takesWeak: true })) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(accepted))) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(compressed);
  };
};
