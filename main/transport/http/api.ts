import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { apiPrefix, versionHeader } from '#shared/contract/http-names.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery, type OperationSpec, statusOf } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import { version } from '../../platform/version.ts';
import type { SystemContext } from '../../services/context.ts';
import { listsTag, tagOf } from '../etag.ts';
import { invokeWith } from '../invoke.ts';
import { basePathOf } from './base-path.ts';
import { invocationOf, isLocal } from './client.ts';
import { listName, nextPageUrl } from './next-page.ts';
import { takenForOthers } from './offered-methods.ts';
import { openApiAnswer } from './openapi-answer.ts';
import { problemType, sendProblem } from './problem.ts';
import type { BodyReader } from './read-body.ts';
import { inputReader } from './request-input.ts';
import { cheap, policyOf } from './route-limits.ts';

/** A path as the router spells it. */
const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A path with its parameters. */
const filled = (path: string, values: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** What an answer names: its own fields, and those of what it contains beside them, such as of a key beside its secret. */
const namedIn = (output: object): Record<string, unknown> =>
  Object.assign({}, ...Object.values(output).filter((part) => typeof part === 'object'), output);

/** The HTTP transport: one route per operation of the contract (seed 000 §4, §9). */
export const api =
  (context: SystemContext, readBody: BodyReader): FastifyPluginAsync =>
  async (fastify) => {
    fastify.addHook('onRequest', (_request, reply, done) => {
      reply.header(versionHeader, version);
      done();
    });
    for (const { operation } of operations) {
      const { creates, throttle }: OperationSpec = operation;
      const { method, path } = operation.http;
      const url = routeOf(path);
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
          const list = isPaged ? { name: () => listName(operation.id, request), nextPage } : undefined;
          const invocation = invocationOf(request, reply, list);
          if (throttle && context.config.rateLimits)
            reply.header('ratelimit-policy', policyOf(throttle, isLocal(request)));
          const output = await invokeWith(context, operation, source(request), invocation);
          const body = JSON.stringify(output);
          reply.code(statusOf(operation, output)).type('application/json; charset=utf-8');
          if (creates) {
            const named = { ...(request.params as object), ...namedIn(output as object) };
            const base = basePathOf(request, context.config.basePath);
            reply.header('location', base + apiPrefix + filled(creates, named));
          }
          if (!answersHead) return reply.send(body);
          const tag = tagOf(body);
          reply.header('etag', tag);
          const known = request.headers['if-none-match'];
          if (known !== undefined && listsTag(known, tag, { takesWeak: true })) return reply.code(304).send();
          return reply.send(body);
        },
      });
    }
    refuseTakenForOthers(fastify);
    fastify.get('/openapi.json', { config: cheap }, openApiAnswer(context.config.basePath));
  };

/** Any other method at a path of the API finds no route (`methodsAt`); these would find the wrong one. */
const refuseTakenForOthers = (fastify: FastifyInstance): void => {
  for (const { path, refused, allow } of takenForOthers) {
    fastify.route({
      method: refused,
      url: routeOf(path),
      exposeHeadRoute: false,
      config: cheap,
      handler: async (request, reply) =>
        sendProblem(reply.type(problemType), new AppError('METHOD_NOT_ALLOWED', { allow: [...allow] }), request.id),
    });
  }
};
