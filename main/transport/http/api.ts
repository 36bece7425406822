import type { FastifyInstance, FastifyPluginAsync, HTTPMethods } from 'fastify';
import { operations } from '#shared/contract/index.ts';
import { isQuery, statusOf } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { SystemContext } from '../../services/context.ts';
import { listsTag, tagOf } from '../etag.ts';
import { invokeWith } from '../invoke.ts';
import { type BasePath, basePathOf } from './base-path.ts';
import { invocationOf } from './client.ts';
import { nextPageUrl } from './next-page.ts';
import { openApiDocument } from './openapi.ts';
import { problemType, sendProblem } from './problem.ts';
import type { BodyReader } from './read-body.ts';
import { inputReader } from './request-input.ts';
import { cheap } from './route-limits.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The HTTP transport: one route per operation of the contract (seed 000 §4, §9). */
export const api =
  (context: SystemContext, readBody: BodyReader): FastifyPluginAsync =>
  async (fastify) => {
    const offered = new Map<string, Set<string>>();
    for (const { operation } of operations) {
      const { method, path } = operation.http;
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      const source = inputReader(operation, readBody);
      const isPaged = 'cursor' in operation.input.shape;
      const answersHead = isQuery(operation);
      fastify.route({
        method,
        url,
        exposeHeadRoute: answersHead,
        config: { limit: operation },
        handler: async (request, reply) => {
          const nextPage = (cursor: string): void =>
            void reply.header('link', `<${nextPageUrl(request.originalUrl, cursor)}>; rel="next"`);
          const invocation = invocationOf(request, reply, isPaged ? nextPage : undefined);
          const output = await invokeWith(context, operation, source(request), invocation);
          const body = JSON.stringify(output);
          reply.code(statusOf(operation, output)).type('application/json; charset=utf-8');
          if (!answersHead) return reply.send(body);
          const tag = tagOf(body);
          reply.header('etag', tag);
          const known = request.headers['if-none-match'];
          if (known !== undefined && listsTag(known, tag, { takesWeak: true })) return reply.code(304).send();
          return reply.send(body);
        },
      });
      const known = offered.get(url) ?? new Set();
      offered.set(url, known.add(method));
      if (answersHead) known.add('HEAD');
    }
    refuseOtherMethods(fastify, offered);
    // Built on the first request, to keep startup fast, and kept as bytes: anyone may ask, and it is long.
    const documents = new Map<BasePath, Buffer>();
    fastify.get('/openapi.json', { config: cheap }, async (request, reply) => {
      const base = basePathOf(request, context.config.basePath);
      const document = documents.get(base) ?? Buffer.from(JSON.stringify(openApiDocument(base)));
      documents.set(base, document);
      return reply.type('application/json; charset=utf-8').send(document);
    });
  };

const refuseOtherMethods = (fastify: FastifyInstance, offered: ReadonlyMap<string, ReadonlySet<string>>): void => {
  for (const [url, known] of offered) {
    fastify.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      exposeHeadRoute: false,
      config: cheap,
      handler: async (request, reply) =>
        sendProblem(reply.type(problemType), new AppError('METHOD_NOT_ALLOWED', { allow: [...known] }), request.id),
    });
  }
};
