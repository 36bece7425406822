import type { IncomingHttpHeaders } from 'node:http';

/** What a request was answered. */
export interface TracedAnswer {
  /** The pattern of its path, such as `/api/v1/tenants/:tenant_id`. */
  route: string;
  /** Of a call of the console, the operation. */
  operation: string | undefined;
  status: number;
  requestId: string;
}

export interface RequestSpan {
  end(answer: TracedAnswer): void;
}

/** DECISION 0138: tells an OpenTelemetry collector about requests. */
export interface Tracing {
  begin(request: { method: string; headers: IncomingHttpHeaders }): RequestSpan;
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>;
}
