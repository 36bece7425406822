import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process. */
export interface Metrics {
  readonly contentType: string;
  /** Counts a request by route and status. `seconds` is its duration. */
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  render(): Promise<string>;
}

/** Values read on each scrape. A counter only grows; a gauge, the default, also falls. */
export type Readings = Record<string, { help: string; type?: 'counter'; read: () => Promise<number> }>;

export const createMetrics = (readings: Readings): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'castellan_http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  for (const [name, { help, type, read }] of Object.entries(readings)) {
    const common = { name, help, registers: [registry] };
    if (type === 'counter') {
      new Counter({
        ...common,
        async collect() {
          const total = await read();
          this.reset();
          this.inc(total);
        },
      });
    } else {
      new Gauge({
        ...common,
        async collect() {
          this.set(await read());
        },
      });
    }
  }
  return {
    contentType: registry.contentType,
    observeRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    render: () => registry.metrics(),
  };
};
