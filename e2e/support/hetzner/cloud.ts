import { createAccount, Refusal, type Server, type Task } from './account.ts';
import { serverTypes } from './catalogue.ts';

/** Answers requests as the API does, or fails as it was told to. */

/** `…_before`: nothing is carried out. `…_after`: it is, but the answer is lost. */
export type Fault =
  | 'timeout_before'
  | 'timeout_after'
  | 'unavailable_before'
  | 'unavailable_after'
  | 'html'
  | 'null'
  | 'rate_limited'
  | 'locked'
  | 'conflict'
  | 'server_not_stopped'
  | 'no_capacity';

interface PlannedFault {
  /** The end of the path, such as `change_type`, or `servers/42`. */
  path: string;
  fault: Fault;
  times: number;
}

export const token = 'hcloud-token-0123456789';
const hourLimit = 3_600;

const failure = (status: number, code: string, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ error: { code, message, details: null } }, { status, headers });

const paged = (key: string, rows: readonly unknown[], url: URL): Response => {
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Math.min(50, Number(url.searchParams.get('per_page') ?? 25));
  const last = Math.max(1, Math.ceil(rows.length / size));
  return Response.json({
    [key]: rows.slice((page - 1) * size, page * size),
    meta: {
      pagination: {
        page,
        per_page: size,
        previous_page: page > 1 ? page - 1 : null,
        next_page: page < last ? page + 1 : null,
        last_page: last,
        total_entries: rows.length,
      },
    },
  });
};

export interface CloudOptions {
  now: () => number;
  /** An answer that never comes. */
  hang: () => Promise<never>;
}

export const createCloud = ({ now, hang }: CloudOptions) => {
  const account = createAccount(now);
  const plannedFaults: PlannedFault[] = [];
  const requests: string[] = [];
  /** Rows that `GET /servers` lists besides the real ones. */
  const strangeRows: unknown[] = [];
  let isReadOnly = false;

  const shown = (server: Server) => ({
    id: server.id,
    name: server.name,
    status: server.status,
    created: '2026-01-02T03:04:05+00:00',
    public_net: { ipv4: { id: server.id, ip: `203.0.113.${server.id}`, blocked: false, dns_ptr: '' }, ipv6: null },
    server_type: account.typeOf(server),
    location: { id: 1, name: 'fsn1', city: 'Falkenstein', country: 'DE', network_zone: 'eu-central' },
    included_traffic: 20 * 1024 ** 4,
    ingoing_traffic: 0,
    outgoing_traffic: null,
    locked: server.locked,
    primary_disk_size: server.disk,
    protection: { delete: false, rebuild: false },
    labels: {},
    volumes: [],
  });

  const route = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/v1/, '');
    if (request.method === 'GET') {
      if (path === '/servers') return paged('servers', [...strangeRows, ...account.servers.map(shown)], url);
      if (path === '/server_types') return paged('server_types', serverTypes, url);
      if (path === '/pricing') return Response.json({ pricing: { currency: 'EUR', vat_rate: '19.00' } });
      const [, id, list] = /^\/servers\/(\d+)(\/actions)?$/.exec(path) ?? [];
      if (id && !list) return Response.json({ server: shown(account.find(Number(id))) });
      if (id) {
        account.find(Number(id));
        const own = account.actions.filter(({ resources }) => resources.some((one) => one.id === Number(id)));
        return paged('actions', url.searchParams.get('sort') === 'id:desc' ? own.toReversed() : own, url);
      }
    }
    const [, id, task] =
      /^\/servers\/(\d+)\/actions\/(shutdown|poweroff|poweron|reboot|reset|change_type)$/.exec(path) ?? [];
    if (request.method !== 'POST' || !id) throw new Refusal(404, 'not_found', 'not found');
    if (isReadOnly) throw new Refusal(403, 'token_readonly', 'token is only allowed to perform GET requests');
    const action = account.start(Number(id), task as Task, (await request.json()) as object);
    return Response.json({ action }, { status: 201 });
  };

  const answer = async (request: Request): Promise<Response> => {
    if (request.headers.get('authorization') !== `Bearer ${token}`) {
      return failure(401, 'unauthorized', 'unable to authenticate');
    }
    try {
      return await route(request);
    } catch (error) {
      if (error instanceof Refusal) return failure(error.status, error.code, error.message);
      throw error;
    }
  };

  const takeFault = (path: string): Fault | undefined => {
    const found = plannedFaults.find((one) => one.times > 0 && path.endsWith(one.path));
    if (found) found.times -= 1;
    return found?.fault;
  };

  const fail = async (fault: Fault, request: Request): Promise<Response> => {
    switch (fault) {
      case 'timeout_before':
        return hang();
      case 'timeout_after':
        await answer(request);
        return hang();
      case 'unavailable_after':
        await answer(request);
        return failure(503, 'unavailable', 'the service is unavailable');
      case 'unavailable_before':
        return failure(503, 'unavailable', 'the service is unavailable');
      case 'html':
        return new Response('<html>Bad gateway</html>', { status: 502 });
      case 'null':
        return Response.json(null);
      case 'rate_limited':
        return failure(429, 'rate_limit_exceeded', 'limit of 3600 requests per hour reached', {
          'RateLimit-Limit': String(hourLimit),
          'RateLimit-Remaining': '0',
          'RateLimit-Reset': String(Math.ceil(now() / 1_000) + 60),
        });
      case 'locked':
        return failure(423, 'locked', 'server is locked');
      case 'conflict':
        return failure(409, 'conflict', 'the resource has changed during the request');
      case 'server_not_stopped':
        return failure(422, 'server_not_stopped', 'server must be stopped');
      case 'no_capacity':
        return failure(412, 'resource_unavailable', 'this server type is sold out here');
    }
  };

  return {
    account,
    strangeRows,
    /** Each request as `METHOD /path`. */
    requests,
    /** How often a task was requested. */
    asked: (task: Task): number => requests.filter((one) => one.startsWith('POST') && one.endsWith(`/${task}`)).length,
    /** How many tasks of a command have begun. */
    begun: (command: string): number => account.actions.filter((one) => one.command === command).length,
    makeReadOnly: (): void => {
      isReadOnly = true;
    },
    /** Makes the next requests to a path fail. */
    fail: (path: string, fault: Fault, times = 1): void => void plannedFaults.push({ path, fault, times }),
    async handle(request: Request): Promise<Response> {
      account.settle();
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname.replace(/^\/v1/, '')}`);
      const fault = takeFault(pathname);
      return fault === undefined ? answer(request) : fail(fault, request);
    },
  };
};
export type Cloud = ReturnType<typeof createCloud>;
