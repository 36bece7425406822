import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** Prometheus metrics of this process. */
export interface Metrics {
  readonly contentType: string;
  /** Counts a request by route and status. `seconds` is its duration. */
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  render(): Promise<string>;
}

export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** A value read on each scrape, or one per combination of labels, or none while it isn't known. A counter only grows; a gauge, the default, also falls. */
export interface Reading {
  help: string;
  type?: 'counter';
  labels?: readonly string[];
  read: () => Promise<number | readonly Sample[]>;
}

/** The longest that a timer can wait. */
const longestTimeoutMs = 2 ** 31 - 1;

export const createMetrics = (readings: Readonly<Record<string, Reading>>): Metrics => {
  const registry = new Registry();
  // Its utilization of the event loop would wake the process ten times a second, and adds 24 lines that nobody asked for.
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: longestTimeoutMs });
  for (const kind of ['summary', 'histogram']) registry.removeSingleMetric(`nodejs_eventloop_utilization_${kind}`);
  // Gauges with the name of a counter, which linters report. They are the sums of the metrics without `_total`.
  for (const kind of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const requests = new Histogram({
    name: 'castellan_http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  for (const [name, { help, type, labels = [], read }] of Object.entries(readings)) {
    const collect = async (
      metric: Pick<Gauge, 'reset' | 'remove'>,
      add: (labels: Readonly<Record<string, string>>, value: number) => void,
    ): Promise<void> => {
      const found = await read();
      metric.reset();
      // The library resets a metric without labels to 0, which would be a value.
      if (labels.length === 0) metric.remove();
      const samples = typeof found === 'number' ? [{ labels: {}, value: found }] : found;
      for (const sample of samples) add(sample.labels, sample.value);
    };
    const common = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'counter') {
      new Counter({
        ...common,
        async collect() {
          await collect(this, (of, value) => this.inc(of, value));
        },
      });
    } else {
      new Gauge({
        ...common,
        async collect() {
          await collect(this, (of, value) => this.set(of, value));
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
