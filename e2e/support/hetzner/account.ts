import { type ServerType, serverTypes } from './catalogue.ts';

/** What an account does, with time that the test moves. */

export interface Action {
  id: number;
  command: string;
  status: 'running' | 'success' | 'error';
  progress: number;
  started: string;
  finished: string | null;
  error: { code: string; message: string } | null;
  resources: { id: number; type: 'server' }[];
}

export interface Server {
  id: number;
  name: string;
  status: string;
  locked: boolean;
  type: number;
  disk: number;
  /** A guest without ACPI. */
  ignoresShutdown: boolean;
  /** How often it was started again. */
  starts: number;
}

/** Why a request is refused: an HTTP status with an error of the documentation. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const second = 1_000;
const durations = {
  shutdown: 10 * second,
  poweroff: 3 * second,
  change_type: 25 * second,
  poweron: 5 * second,
  reboot: 10 * second,
  reset: 5 * second,
};
export type Task = keyof typeof durations;
const commands = {
  shutdown: 'shutdown_server',
  poweroff: 'stop_server',
  change_type: 'change_server_type',
  poweron: 'start_server',
  reboot: 'reboot_server',
  reset: 'reset_server',
} as const satisfies Record<Task, string>;

export const createAccount = (now: () => number) => {
  const servers: Server[] = [
    { id: 42, name: 'web-1', status: 'running', locked: false, type: 22, disk: 40, ignoresShutdown: false, starts: 0 },
    { id: 43, name: 'db-1', status: 'off', locked: false, type: 23, disk: 80, ignoresShutdown: false, starts: 0 },
  ];
  const actions: Action[] = [];
  const effects: { at: number; apply: () => void }[] = [];
  const failing = new Map<Task, { code: string; message: string }>();
  let nextAction = 1000;

  const typeOf = (server: Server): ServerType => {
    const type = serverTypes.find(({ id }) => id === server.type);
    if (!type) throw new Error(`No type ${server.type}`);
    return type;
  };

  const find = (id: number): Server => {
    const server = servers.find((one) => one.id === id);
    if (!server) throw new Refusal(404, 'not_found', `server with ID '${id}' not found`);
    return server;
  };

  /** Lets everything happen that is due. */
  const settle = (): void => {
    const due = effects.filter(({ at }) => at <= now()).toSorted((one, other) => one.at - other.at);
    for (const effect of due) {
      effects.splice(effects.indexOf(effect), 1);
      effect.apply();
    }
  };

  const begin = (server: Server, task: Task, apply: () => void, isLocking: boolean): Action => {
    const action: Action = {
      id: nextAction,
      command: commands[task],
      status: 'running',
      progress: 0,
      started: new Date(now()).toISOString(),
      finished: null,
      error: null,
      resources: [{ id: server.id, type: 'server' }],
    };
    nextAction += 1;
    actions.push(action);
    server.locked = isLocking;
    effects.push({
      at: now() + durations[task],
      apply: () => {
        const error = failing.get(task) ?? null;
        failing.delete(task);
        if (!error) apply();
        if (isLocking) server.locked = false;
        Object.assign(action, {
          status: error ? 'error' : 'success',
          progress: 100,
          finished: new Date(now()).toISOString(),
          error,
        });
      },
    });
    return action;
  };

  const restarted = (server: Server, obeys: boolean): void => {
    if (obeys) server.starts += 1;
  };

  const tasks = {
    /** The request succeeds as soon as the guest was asked. Whether it obeys shows later. */
    shutdown(server: Server) {
      const action = begin(server, 'shutdown', () => {}, false);
      Object.assign(action, { status: 'success', progress: 100, finished: action.started });
      if (!server.ignoresShutdown) {
        effects.push({ at: now() + durations.shutdown, apply: () => Object.assign(server, { status: 'off' }) });
      }
      return action;
    },
    poweroff: (server: Server) => begin(server, 'poweroff', () => Object.assign(server, { status: 'off' }), true),
    poweron: (server: Server) => begin(server, 'poweron', () => Object.assign(server, { status: 'running' }), true),
    /** Asks the guest. One that ignores it goes on running. */
    reboot: (server: Server) => begin(server, 'reboot', () => restarted(server, !server.ignoresShutdown), false),
    reset: (server: Server) => begin(server, 'reset', () => restarted(server, true), true),
    change_type(server: Server, body: { server_type?: unknown; upgrade_disk?: unknown }) {
      const { server_type: wanted, upgrade_disk: upgradesDisk } = body;
      if (typeof upgradesDisk !== 'boolean')
        throw new Refusal(422, 'invalid_input', "invalid input in field 'upgrade_disk'");
      const type = serverTypes.find(({ id, name }) => String(id) === String(wanted) || name === wanted);
      if (!type) throw new Refusal(404, 'not_found', 'server type not found');
      if (server.status !== 'off') throw new Refusal(422, 'server_not_stopped', 'server must be stopped');
      const fits =
        type.architecture === typeOf(server).architecture && type.disk >= server.disk && type.id !== server.type;
      if (!fits || type.deprecated) {
        throw new Refusal(422, 'invalid_server_type', 'server type does not fit this server');
      }
      return begin(
        server,
        'change_type',
        () => Object.assign(server, { type: type.id, disk: upgradesDisk ? type.disk : server.disk }),
        true,
      );
    },
  };

  return {
    servers,
    actions,
    typeOf,
    find,
    settle,
    /** Lets the next task of a kind fail after it has begun. */
    failNext: (task: Task, code: string, message: string): void => void failing.set(task, { code, message }),
    start(id: number, task: Task, body: object): Action {
      const server = find(id);
      if (server.locked) throw new Refusal(423, 'locked', 'server is locked');
      if ((task === 'reboot' || task === 'reset') && server.status !== 'running') {
        throw new Refusal(422, 'invalid_input', 'server must be running');
      }
      return tasks[task](server, body);
    },
  };
};
export type Account = ReturnType<typeof createAccount>;
