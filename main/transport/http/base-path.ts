/** DECISION 0132: where the server is mounted behind a proxy, such as `/castellan`. Empty for the root. */
export type BasePath = string;

/** A request target as the routes know it. One that isn't below the base path stays as it is. */
export const withoutBasePath = (target: string, basePath: BasePath): string => {
  if (basePath === '' || !target.startsWith(basePath)) return target;
  const rest = target.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target;
};

/** The base path of a request's own links: a request on this computer that leaves it out gets links without it. */
export const basePathOf = ({ originalUrl }: { originalUrl: string }, basePath: BasePath): BasePath =>
  withoutBasePath(originalUrl, basePath) === originalUrl ? '' : basePath;
