import type { ProviderErrorReason } from '#shared/flows/provider-errors.ts';
import { uses } from '../../platform/gate/uses.ts';

/** What a fault can use. */
export interface FaultContext {
  /** Runs the action as if nothing were wrong. */
  carryOut: () => Response;
  /** Never responds. */
  hang: () => Promise<never>;
}

/** The connection broke before a response began. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset';
  readonly code = 'ECONNRESET';
}

interface Fault {
  /** Whether the provider runs the action anyway. */
  carriesOut: boolean;
  /** The error that a client must report, or null if it must accept the response. */
  reason: ProviderErrorReason | null;
  answer: (context: FaultContext) => Response | Promise<Response>;
}

const define = <Name extends string>(table: Record<Name, Fault>) => table;

const json = (value: unknown, status = 200): Response => Response.json(value, { status });
const html = (status = 200): Response =>
  new Response('<!doctype html><title>Maintenance</title><p>We will be back soon.', {
    status,
    headers: { 'content-type': 'text/html' },
  });
const reset = (): never => {
  throw new ConnectionReset('The connection was reset');
};
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Sends half of a response, then does whatever `end` does. */
const half = async (whole: Response, end: (controller: ReadableStreamDefaultController) => void): Promise<Response> => {
  const text = await whole.text();
  const start = (controller: ReadableStreamDefaultController): void => {
    controller.enqueue(bytes(text.slice(0, Math.floor(text.length / 2))));
    end(controller);
  };
  return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } });
};

const megabyte = 1024 * 1024;

/** Puts so many spaces before the response that it is valid JSON, but too much of it. */
const padded = async (whole: Response): Promise<Response> => {
  const text = await whole.text();
  let left = uses.provider.maxBytes / megabyte + 1;
  const pull = (controller: ReadableStreamDefaultController): void => {
    if (left > 0) controller.enqueue(bytes(' '.repeat(megabyte)));
    else {
      controller.enqueue(bytes(text));
      controller.close();
    }
    left -= 1;
  };
  return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/json' } });
};

const notAuthorized = { result: 'error', action: 'Authorization', message: 'Not Authorized!' };

/** Every failure mode that the emulator knows. */
export const faults = define({
  timeout_before: { carriesOut: false, reason: 'timeout', answer: ({ hang }) => hang() },
  timeout_after: {
    carriesOut: true,
    reason: 'timeout',
    answer: ({ carryOut, hang }) => {
      carryOut();
      return hang();
    },
  },
  reset_before: { carriesOut: false, reason: 'network', answer: reset },
  reset_after: {
    carriesOut: true,
    reason: 'network',
    answer: ({ carryOut }) => {
      carryOut();
      return reset();
    },
  },
  stalled_body: {
    carriesOut: true,
    reason: 'timeout',
    answer: ({ carryOut, hang }) => half(carryOut(), () => void hang()),
  },
  reset_body: {
    carriesOut: true,
    reason: 'network',
    answer: ({ carryOut }) => half(carryOut(), (controller) => controller.error(new ConnectionReset('Reset'))),
  },
  truncated: {
    carriesOut: true,
    reason: 'not_json',
    answer: ({ carryOut }) => half(carryOut(), (controller) => controller.close()),
  },
  html_before: { carriesOut: false, reason: 'not_json', answer: () => html() },
  html_after: {
    carriesOut: true,
    reason: 'not_json',
    answer: ({ carryOut }) => {
      carryOut();
      return html();
    },
  },
  empty: {
    carriesOut: true,
    reason: 'not_json',
    answer: ({ carryOut }) => {
      carryOut();
      return new Response('');
    },
  },
  too_large: { carriesOut: true, reason: 'too_large', answer: ({ carryOut }) => padded(carryOut()) },
  wrong_types: { carriesOut: false, reason: 'unexpected_shape', answer: () => json([{ result: 17, message: ['x'] }]) },
  unknown_result: {
    carriesOut: false,
    reason: 'unexpected_shape',
    answer: () => json([{ result: 'pending', message: 'Queued' }]),
  },
  null_answer: { carriesOut: false, reason: 'unexpected_shape', answer: () => json(null) },
  number_answer: { carriesOut: false, reason: 'unexpected_shape', answer: () => json(42) },
  text_answer: { carriesOut: false, reason: 'unexpected_shape', answer: () => json('success') },
  other_object: { carriesOut: false, reason: 'unexpected_shape', answer: () => json({ status: 'ok' }) },
  other_success: {
    carriesOut: false,
    reason: 'unexpected_shape',
    answer: () => json([{ result: 'success', action: 'Invoice Paid', message: 'Invoice has been paid.' }]),
  },
  error_after_success: {
    carriesOut: false,
    reason: 'mixed_results',
    answer: () =>
      json([
        { result: 'success', action: 'Invoice Paid', message: 'Invoice has been paid.' },
        { result: 'error', message: 'Something went wrong.', ERROR: '900001' },
      ]),
  },
  error_in_success: {
    carriesOut: false,
    reason: 'refused',
    answer: () => json({ success: [{ result: 'error', message: 'Something went wrong.' }] }),
  },
  hourly_disabled: {
    carriesOut: false,
    reason: 'hourly_disabled',
    answer: () =>
      json([{ result: 'error', message: 'Hourly products are disabled! Please contact customer service.' }]),
  },
  invalid_serviceid: {
    carriesOut: false,
    reason: 'invalid_serviceid',
    answer: () => json([{ result: 'error', message: 'A valid serviceid is required.', ERROR: '721334' }]),
  },
  not_authorized_200: { carriesOut: false, reason: 'not_authorized', answer: () => json(notAuthorized) },
  not_authorized_401: { carriesOut: false, reason: 'not_authorized', answer: () => json([notAuthorized], 401) },
  not_authorized_403: { carriesOut: false, reason: 'not_authorized', answer: () => json([notAuthorized], 403) },
  forbidden_page: { carriesOut: false, reason: 'unexpected_status', answer: () => html(403) },
  not_found: { carriesOut: false, reason: 'unexpected_status', answer: () => html(404) },
  too_many_requests: { carriesOut: false, reason: 'busy', answer: () => html(429) },
  broken: { carriesOut: false, reason: 'busy', answer: () => html(500) },
  bad_gateway: {
    carriesOut: true,
    reason: 'busy',
    answer: ({ carryOut }) => {
      carryOut();
      return html(502);
    },
  },
  redirect: {
    carriesOut: false,
    reason: 'redirected',
    answer: () => new Response(null, { status: 302, headers: { location: 'https://example.com/' } }),
  },
  other_content_type: {
    carriesOut: true,
    reason: null,
    answer: async ({ carryOut }) =>
      new Response(`\uFEFF\r\n${await carryOut().text()}\r\n`, { headers: { 'content-type': 'text/html' } }),
  },
});

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];
