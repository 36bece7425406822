/** What the service answers instead of a result (RFC 9457). */
export interface ProblemDetails {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly reason?: string;
  readonly [more: string]: unknown;
}

/** Anything that a call can fail with. */
export class CastellanError extends Error {
  override readonly name: string = 'CastellanError';
}

/** There is no answer, or one that isn't from Castellan, such as a proxy's. What was asked for may have happened. */
export class ConnectionError extends CastellanError {
  override readonly name = 'ConnectionError';
}

/** A message that isn't from Castellan, or that is too old. */
export class WebhookError extends CastellanError {
  override readonly name = 'WebhookError';
}

/** The service refused. Each code has a class of its own below this one. */
export class ApiError<Code extends string = string> extends CastellanError {
  override readonly name: string = 'ApiError';
  readonly code: Code;
  readonly status: number;
  /** The whole problem document, such as `errors` of `VALIDATION_FAILED`. */
  readonly details: ProblemDetails;
  /** For whoever looks into the log of the server. */
  readonly requestId: string;

  constructor(problem: ProblemDetails) {
    super(problem.detail);
    // The class was chosen by this code.
    this.code = problem.code as Code;
    this.status = problem.status;
    this.details = problem;
    this.requestId = problem.request_id;
  }

  get reason(): string | undefined {
    return this.details.reason;
  }
}

/** The classes of errors by their codes. */
export type ErrorClasses = Readonly<Record<string, new (problem: ProblemDetails) => ApiError>>;

/** Whether an error is one with one of these codes; any of the service's without codes. */
export const isApiError = <Code extends string = string>(error: unknown, ...codes: Code[]): error is ApiError<Code> =>
  error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code));

const isProblem = (value: unknown): value is ProblemDetails =>
  typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value && 'detail' in value;

export const somethingElse = (status: number): ConnectionError =>
  new ConnectionError(`Something other than Castellan answered with status ${status}`);

/** The error for an answer that isn't a success. */
export const errorOf = (classes: ErrorClasses, status: number, body: unknown): CastellanError => {
  if (!isProblem(body)) return somethingElse(status);
  // A later version of the service may have codes that this one doesn't know.
  const Known = Object.hasOwn(classes, body.code) ? classes[body.code] : undefined;
  return new (Known ?? ApiError)(body);
};
