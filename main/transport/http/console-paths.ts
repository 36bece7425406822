import type { FastifyRequest } from 'fastify';

/**
 * Paths of the API, its live stream and sign-in for applications, and near misses of them: the base URL forgotten in part, or wrong. No page of the
 * console has such a path.
 */
const apiPath = /^\/(forward-auth(?!\/sign-in)|live|trpc|oauth2|v\d+|auth|users|tenants)(\/|$)|\/api(\/|$)/i;
/** What people see when an application sends them here. */
const providerPage = /^\/oauth2\/(interaction\/[^/]+|sign-out|problem)$/;
const filePath = /\.\w+$/;

/** The path with escapes decoded and repeated slashes joined, as the user who mistyped it meant it. */
const meantPath = (url: string): string => {
  const [path = ''] = url.split('?');
  try {
    return decodeURIComponent(path).replaceAll(/\/{2,}/g, '/');
  } catch {
    return path;
  }
};

/** Addresses that say what a site has (RFC 8615): a page in their place would say that it has everything. */
const wellKnownPath = /^\/\.well-known(\/|$)/i;

/** Without the header, a client takes anything. */
const acceptsHtml = (accept = '*/*'): boolean => /text\/html|application\/xhtml\+xml|text\/\*|\*\/\*/i.test(accept);

/**
 * Whether the console's page answers a request that no route does; the console shows its own "not found". A client of
 * the API, or one that asks for something else, never gets a page instead of a problem document.
 */
export const isConsolePath = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = meantPath(url);
  return (
    ['GET', 'HEAD'].includes(method) &&
    (providerPage.test(path) || !apiPath.test(path)) &&
    !wellKnownPath.test(path) &&
    !filePath.test(path) &&
    acceptsHtml(headers.accept)
  );
};
