import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { StartError } from '../../platform/start-error.ts';

const nonceMark = '__CSP_NONCE__';

const csp = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface ConsolePage {
  /** The files of the built console. */
  files: FastifyPluginAsync;
  /** Answers a route of the console with its page; the console itself knows the routes. */
  send: (reply: FastifyReply) => FastifyReply;
}

/**
 * The built console. A style nonce is put into each page, for the component library writes style elements.
 * @throws StartError where the console was not built.
 */
export const loadConsole = async (folder: string): Promise<ConsolePage> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new StartError('The console is not built: run npm run build first', { cause });
  });
  return {
    files: async (server) => {
      await server.register(fastifyStatic, {
        root: folder,
        index: false,
        wildcard: false,
        // The build leaves a file's compressed forms beside it: sent in its place, never by names of their own. The page
        // itself goes out with its nonce, see below.
        preCompressed: true,
        // A part of a script is of no use: asked for one, the server answers the whole, as RFC 9110 §14.2 lets it.
        acceptRanges: false,
        globIgnore: ['index.html', '**/*.{br,gz}'],
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.includes(`${join('/', 'assets', '/')}`);
          reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
    },
    send(reply) {
      const nonce = randomBytes(16).toString('base64url');
      return reply
        .header('content-security-policy', csp(nonce))
        .type('text/html; charset=utf-8')
        .send(html.replaceAll(nonceMark, nonce));
    },
  };
};
