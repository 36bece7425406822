import { once } from 'node:events';
import { statePaths } from '#shared/contract/http-names.ts';
import type { Config } from '../../config/config.ts';
import { createEndpoint } from '../../platform/endpoint.ts';
import { requestFor } from '../../platform/gate/connections.ts';
import { uses } from '../../platform/gate/uses.ts';
import { StartError } from '../../platform/start-error.ts';

export const checkVariables = async ({ unknownVariables }: Pick<Config, 'unknownVariables'>): Promise<string> => {
  const unknown = unknownVariables.map(
    ({ name, nearest }) => `${name}${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`,
  );
  if (unknown.length > 0) throw new StartError(`nothing reads ${unknown.join(', ')}`);
  return 'every CASTELLAN_ variable is known';
};

/**
 * Behind a proxy that isn't trusted, all callers share one address, and so its rate limits.
 * @param untrusted how many requests came through such a proxy
 */
export const checkProxies = async (
  { trustedProxies, publicUrl }: Pick<Config, 'trustedProxies' | 'publicUrl'>,
  untrusted: number,
): Promise<string> => {
  if (untrusted > 0) {
    throw new StartError(
      `${untrusted} requests came through a proxy that is not in --trusted-proxies. The log names the first one`,
    );
  }
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    throw new StartError('--public-url uses https, so there is a proxy, but --trusted-proxies names none');
  }
  return trustedProxies.length === 0 ? 'none' : `${trustedProxies.join(', ')} trusted`;
};

export const checkLimits = async ({ rateLimits, isExposed }: Config): Promise<string> => {
  if (rateLimits) return 'on';
  return isExposed ? 'off, so anyone can guess passwords as fast as the service answers' : 'off';
};

/** Whether a Castellan that takes no commands listens there, perhaps on another data folder. */
const answers = async ({ host, port, socketPath }: Config): Promise<boolean> => {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const place = socketPath === undefined ? { host: name, port } : { socketPath };
  const signal = AbortSignal.timeout(uses.listener.totalMs);
  const request = requestFor(uses.listener, undefined, { ...place, path: statePaths.health, signal }).end();
  return once(request, 'response').then(
    ([{ statusCode }]) => {
      request.destroy();
      return statusCode === 200;
    },
    // Something else listens there, which binding the port will show.
    () => false,
  );
};

/** Passes if the port or socket is free, or Castellan itself is listening on it. */
export const checkPort = async (config: Config): Promise<string> => {
  const { host, port, socketPath } = config;
  const place = socketPath ?? `${host}:${port}`;
  try {
    await createEndpoint(config, undefined).assertFree();
    return `${place} is free`;
  } catch (error) {
    if (await answers(config)) return `Castellan is running on ${place}`;
    throw error;
  }
};
