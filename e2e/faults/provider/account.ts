import { cycleKey, decimal, monthsOf, type Plan, plans, priceOf } from './catalogue.ts';

/** One account at the provider: its servers, its orders, and what seed 001 §3 lets happen to them. */

export interface HostedServer {
  serviceid: number;
  /** As shown, such as ACTIVE or RESIZED. */
  status: string;
  rid: number;
  /** The plan before an upgrade that was neither confirmed nor reverted. */
  formerRid: number | null;
  /** In the provider's own words. */
  cycle: string;
  managed: boolean;
  drive: 'ssd' | 'hdd';
  /** Shown instead of what is so. */
  shown: Record<string, unknown>;
}

export interface Order {
  id: number;
  orderid: number;
  /** Null if there is nothing to pay. */
  invoiceid: number | null;
  total: string;
  serviceid: number;
  rid: number;
  paid: boolean;
  state: 'open' | 'applied' | 'confirmed' | 'reverted' | 'cancelled';
  /** `api` for the API key, `client_area` for a person there. */
  by: 'api' | 'client_area';
}

/** What the seed leaves open, and this account does. The defaults are the harshest. */
export interface Habits {
  /** Whether a second order for a server is refused (seed 001 §8). */
  oneOrder: boolean;
  /** Whether paid orders disappear from check_upgrade_order. */
  hidesPaid: boolean;
  /** Whether credit of the account pays new invoices at once. */
  paysByCredit: boolean;
  /** Whether get_instance shows the sizes that an order will bring. */
  showsPending: boolean;
  /** What happens to a server when an order is applied. */
  onApply: 'resizes' | 'migrates' | 'fails' | 'finishes';
  /** What check_upgrade_order answers without an order. */
  noOrder: unknown;
}

const start: Habits = {
  oneOrder: false,
  hidesPaid: false,
  paysByCredit: false,
  showsPending: false,
  onApply: 'resizes',
  noOrder: [{ result: 'error', action: 'Check Upgrade Order', message: 'No upgrade order found.' }],
};

export class Refusal extends Error {
  /** The seed's ERROR code, if it has one. */
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

export class Account {
  readonly habits: Habits = { ...start };
  readonly plans: Plan[] = plans();
  readonly servers: HostedServer[] = [];
  readonly orders: Order[] = [];
  private nextId = 5001;
  /** Milliseconds since the epoch. */
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  addServer(serviceid: number, given: Partial<HostedServer> = {}): HostedServer {
    const server: HostedServer = {
      serviceid,
      status: 'ACTIVE',
      rid: 101,
      formerRid: null,
      cycle: 'monthly',
      managed: false,
      drive: 'ssd',
      shown: {},
      ...given,
    };
    this.servers.push(server);
    return server;
  }

  server(serviceid: number): HostedServer {
    const server = this.servers.find((candidate) => candidate.serviceid === serviceid);
    if (!server) throw new Refusal('A valid serviceid is required.', '721334');
    return server;
  }

  plan(rid: number): Plan {
    const plan = this.plans.find((candidate) => candidate.rid === rid);
    if (!plan) throw new Refusal('The plan does not exist.');
    return plan;
  }

  /** What a server costs for one cycle, in cents. */
  price(server: HostedServer, rid = server.rid): number {
    return priceOf(this.plan(rid), cycleKey(server.cycle), server);
  }

  /** What a server costs per month, with two decimals. */
  monthlyCost(server: HostedServer): string {
    return decimal(Math.round(this.price(server) / (monthsOf[cycleKey(server.cycle)] ?? 1)));
  }

  openOrder(serviceid: number): Order | undefined {
    return this.orders.findLast((order) => order.serviceid === serviceid && order.state === 'open');
  }

  /** The day on which a server's next cycle begins, months from today. */
  date(months: number): string {
    const date = new Date(this.now());
    date.setUTCMonth(date.getUTCMonth() + months);
    return date.toISOString().slice(0, 10);
  }

  order(serviceid: number, rid: number, by: Order['by']): Order {
    const server = this.server(serviceid);
    if (this.habits.oneOrder && this.openOrder(serviceid)) {
      throw new Refusal('An upgrade of this service is already waiting.');
    }
    const cents = this.price(server, rid) - this.price(server);
    const id = this.nextId;
    this.nextId += 10;
    const order: Order = {
      id,
      orderid: id + 1,
      invoiceid: cents > 0 ? id + 2 : null,
      total: decimal(Math.max(0, cents)),
      serviceid,
      rid,
      paid: cents <= 0 || this.habits.paysByCredit,
      state: 'open',
      by,
    };
    this.orders.push(order);
    return order;
  }

  /** Someone pays what is due for a server. */
  pay(serviceid: number): void {
    const order = this.openOrder(serviceid);
    if (order) order.paid = true;
  }

  apply(serviceid: number): void {
    const server = this.server(serviceid);
    const order = this.openOrder(serviceid);
    if (!order) throw new Refusal('There is nothing to apply.');
    if (!order.paid) throw new Refusal(`Invoice ${order.invoiceid} has not been paid.`);
    if (this.habits.onApply === 'fails') return;
    if (this.habits.onApply === 'migrates') {
      server.status = 'RESIZE';
      return;
    }
    this.finishApplying(serviceid);
  }

  /** The server runs at its new size. */
  finishApplying(serviceid: number): void {
    const server = this.server(serviceid);
    const order = this.openOrder(serviceid);
    if (!order) return;
    const isDone = this.habits.onApply === 'finishes';
    order.state = isDone ? 'confirmed' : 'applied';
    server.formerRid = isDone ? null : server.rid;
    server.rid = order.rid;
    server.status = isDone ? 'ACTIVE' : 'RESIZED';
  }

  decide(serviceid: number, decision: 'confirmed' | 'reverted'): void {
    const server = this.server(serviceid);
    if (server.status !== 'RESIZED') throw new Refusal('The instance is not in status RESIZED.');
    if (decision === 'reverted' && server.formerRid !== null) server.rid = server.formerRid;
    server.formerRid = null;
    server.status = 'ACTIVE';
    const order = this.orders.findLast((order) => order.serviceid === serviceid && order.state === 'applied');
    if (order) order.state = decision;
  }

  setCycle(serviceid: number, cycle: string): void {
    this.server(serviceid).cycle = cycle;
  }

  setManaged(serviceid: number, managed: boolean): void {
    this.server(serviceid).managed = managed;
  }
}
