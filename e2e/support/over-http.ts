import { deviceHeader } from '#shared/contract/http-names.ts';
import { AppError, type AppErrorArgs, codeOf, type ErrorKey, errors, type Problem } from '#shared/texts/errors.ts';
import type { TestService } from './test-service.ts';
import { callHttp, send } from './transports.ts';

const keys = Object.keys(errors) as ErrorKey[];

/** The error that a problem document is about. */
const errorOf = ({ status, code, title, type, detail, success, request_id, ...details }: Problem): AppError => {
  const key = keys.find((candidate) => errors[candidate].status === status && codeOf(candidate) === code);
  if (key === undefined) throw new Error(`An unknown problem: ${status} ${code}`);
  return new AppError(...([key, details] as AppErrorArgs));
};

/**
 * A service whose calls go over HTTP to an address, such as that of another instance on the same database.
 * @param other what that instance runs, if this process does it: what no operation asks for is asked there, too
 */
export const overHttp = (app: TestService, address: string, other?: TestService['service']): TestService => ({
  ...app,
  get service() {
    return other ?? app.service;
  },
  async isSignedIn(browser) {
    const { status } = await send(address, 'GET', '/oauth2/session', {
      headers: { cookie: `__Host-castellan=${browser}` },
    });
    if (status !== 200 && status !== 401) throw new Error(`An unknown answer about a browser: ${status}`);
    return status === 200;
  },
  async call(operation, input, { token, background, device, idempotencyKey } = {}) {
    const headers = {
      ...(background && { 'x-castellan-background': '1' }),
      ...(device !== undefined && { [deviceHeader]: device }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const { body, problem } = await callHttp(address, operation, input as Record<string, unknown>, { token, headers });
    if (problem) throw errorOf(problem);
    return operation.output.parse(body) as never;
  },
});
