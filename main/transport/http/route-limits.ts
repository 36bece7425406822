import type { FastifyInstance } from 'fastify';
import type { Limited } from '#shared/contract/operation.ts';
import { second, type ThrottleName, throttles } from '#shared/rules/limits.ts';

/**
 * What limits a route: the same as of an operation. `local`: only this computer, or whoever sends the operator's token, gets
 * more than a refusal. `proxy`: only a reverse proxy that is trusted does. `operations`: each operation behind it has its own.
 */
export type RouteLimit = Limited | { readonly auth: 'local' | 'proxy' | 'operations' };

declare module 'fastify' {
  interface FastifyContextConfig {
    limit: RouteLimit;
  }
}

/** What is read from memory or from a file of the program. */
export const cheap = { limit: { auth: 'none', unthrottled: 'cheap' } } as const;

/** The limit of an operation, as draft-ietf-httpapi-ratelimit-headers spells it. */
export const policyOf = (name: ThrottleName, isLocal: boolean): string => {
  const rule = throttles[name];
  const limit = isLocal && 'localLimit' in rule ? rule.localLimit : rule.limit;
  return `"${name}";q=${limit};w=${rule.windowMs / second}`;
};

/** What is left of a limit that was reached. */
export const reached = (name: ThrottleName, retryAfter: number): string => `"${name}";r=0;t=${retryAfter}`;

/** Lets the server have no route that doesn't say what limits it. */
export const requireLimits = (fastify: FastifyInstance): void => {
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (!config) throw new Error(`${method} ${url} doesn't say what limits it`);
  });
};
