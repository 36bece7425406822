import { describe, expect, it } from 'vitest';
import { providerErrorReasonNames, providerErrorText } from '../flows/provider-errors.ts';
import { AppError, toProblem } from './errors.ts';
import { reasons, reasonText } from './reasons.ts';

describe('the closed table of reasons', () => {
  it('has snake_case names and calm texts', () => {
    for (const [key, table] of Object.entries(reasons)) {
      for (const [reason, text] of Object.entries(table)) {
        expect(reason, key).toMatch(/^[a-z]+(_[a-z]+)*$/);
        expect(text, reason).toMatch(/^[A-Z]\S* .*[a-z.}]$/);
      }
    }
  });

  it('fills in parameters', () => {
    const params = { current_gb: 50, wanted_gb: 25 };
    expect(reasonText('DISK_CANNOT_SHRINK', 'smaller_disk', params)).toBe(
      'The server’s disk has 50 GB and can’t shrink to 25 GB. Choose a plan with at least as much.',
    );
  });

  it('knows no other reason, and nothing that objects inherit', () => {
    expect(reasonText('STATE_CONFLICT', 'smaller_disk')).toBeUndefined();
    expect(reasonText('STATE_CONFLICT', 'toString')).toBeUndefined();
    expect(reasonText('constructor', 'name')).toBeUndefined();
  });
});

describe('an error with a reason', () => {
  it('sends the reason and its parameters beside the English text', () => {
    const error = new AppError('DISK_CANNOT_SHRINK', {
      reason: 'smaller_disk',
      params: { current_gb: 50, wanted_gb: 25 },
    });
    expect(toProblem(error, 'req_1')).toMatchObject({
      code: 'DISK_CANNOT_SHRINK',
      reason: 'smaller_disk',
      params: { current_gb: 50, wanted_gb: 25 },
      detail: 'The server’s disk has 50 GB and can’t shrink to 25 GB. Choose a plan with at least as much.',
    });
  });

  it('does not compile with a missing or wrong reason or parameter', () => {
    // @ts-expect-error A reason is required.
    new AppError('STATE_CONFLICT');
    // @ts-expect-error The reason belongs to another error.
    new AppError('STATE_CONFLICT', { reason: 'smaller_disk' });
    // @ts-expect-error The parameters are required.
    new AppError('DISK_CANNOT_SHRINK', { reason: 'smaller_disk' });
    // @ts-expect-error A parameter is missing.
    new AppError('DISK_CANNOT_SHRINK', { reason: 'smaller_disk', params: { current_gb: 50 } });
    // @ts-expect-error A parameter has the wrong type.
    new AppError('DISK_CANNOT_SHRINK', { reason: 'smaller_disk', params: { current_gb: '50', wanted_gb: 25 } });
    // @ts-expect-error Prose is not accepted.
    new AppError('NOT_FOUND', { detail: 'Gone' });
    // @ts-expect-error The provider's reason is required.
    new AppError('PROVIDER_REJECTED');
    expect(new AppError('STATE_CONFLICT', { reason: 'already_owner' }).message).toBe('You’re already an owner.');
  });
});

it('says what failed at the provider, in its words if it has any, and what to do', () => {
  expect(providerErrorText('timeout')).toBe('The provider didn’t answer in time. Wait a minute and try again.');
  expect(providerErrorText('refused', 'Not before noon')).toBe(
    'The provider rejected the request: “Not before noon”. Correct what it says is wrong, and try again.',
  );
  for (const reason of providerErrorReasonNames) expect(providerErrorText(reason)).toMatch(/^[A-Z].*\.$/);
});
