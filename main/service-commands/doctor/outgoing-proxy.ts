import { second } from '#shared/rules/limits.ts';
import type { Config } from '../../config/config.ts';
import { connectFor } from '../../platform/gate/connections.ts';
import { proxyHost } from '../../platform/gate/outgoing-proxy.ts';
import { uses } from '../../platform/gate/uses.ts';
import { StartError } from '../../platform/start-error.ts';

const proxyTimeMs = 5 * second;

/** Whether the proxy through which requests leave takes connections. What it lets through only a request shows. */
export const checkOutgoingProxy = ({ outgoingProxy }: Pick<Config, 'outgoingProxy'>): Promise<string> => {
  if (!outgoingProxy) return Promise.resolve('not set; requests leave directly');
  const { exceptions } = outgoingProxy;
  const { protocol, hostname, port } = new URL(outgoingProxy.url);
  const shown = proxyHost(outgoingProxy);
  return new Promise((fulfil, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connectFor(uses.proxy, { host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
    const fail = (problem: string): void => {
      socket.destroy();
      reject(new StartError(`${shown} can't be reached (${problem}), so nothing gets to hosting providers`));
    };
    socket.setTimeout(proxyTimeMs, () => fail('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.once('connect', () => {
      socket.destroy();
      fulfil(`${shown} is reachable${exceptions.length > 0 ? `; not used for ${exceptions.join(', ')}` : ''}`);
    });
  });
};
