import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { second } from '#shared/rules/limits.ts';
import type { Clock } from './clock.ts';
import { agentFor } from './gate/connections.ts';
import { uses } from './gate/uses.ts';
import { createLogLimit } from './log-limit.ts';
import type { Logger } from './logger.ts';
import type { Tracing } from './tracing.ts';
import { version } from './version.ts';

const stopTimeMs = 2 * second;

/** The trace that a request belongs to, from its `traceparent` header (W3C Trace Context). */
const parentOf = (header: string | string[] | undefined): Context => {
  const [, traceId = '', spanId = ''] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(`${header}`) ?? [];
  // Sampled whatever the caller says: they don't decide what the operator sees.
  const parent = { traceId, spanId, traceFlags: 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
};

/**
 * Sends a span of each request to a collector, as OTLP in JSON over HTTP, in batches every five seconds. A collector that
 * doesn't answer delays nothing: what doesn't fit into the queue is dropped.
 * @param url of the collector, without `/v1/traces`
 */
export const startTracing = (url: string, log: Logger, clock: Clock): Tracing => {
  const limit = createLogLimit(clock);
  const warn = (message: string) => limit(() => log.warn({ reason: message.slice(0, 200) }, 'failed to send traces'));
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/$/, '')}/v1/traces`,
    httpAgentOptions: (protocol) => agentFor(uses.traces, protocol),
    timeoutMillis: uses.traces.totalMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'castellan', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('castellan', version);
  return {
    begin({ method, headers }) {
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parentOf(headers.traceparent));
      return {
        end({ route, operation, status, requestId }) {
          span.updateName(operation ?? `${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'castellan.request_id': requestId,
            ...(operation !== undefined && { 'castellan.operation': operation }),
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      const sent = provider.shutdown().then(
        () => true,
        (error: Error) => {
          warn(error.message);
          return true;
        },
      );
      const isSent = await Promise.race([sent, sleep(stopTimeMs, false, { ref: false })]);
      if (!isSent) warn('the collector does not answer');
      diag.disable();
    },
  };
};
