import { describe, expect, it } from 'vitest';
import { openEnvelope } from './envelope.ts';
import { ProviderError } from './provider-error.ts';

const opened = (body: unknown, status = 200) => openEnvelope('upgrade_server', status, JSON.stringify(body));
const thrown = (status: number, text: string): ProviderError => {
  try {
    openEnvelope('upgrade_server', status, text);
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
};

describe('an answer without an error', () => {
  const success = { result: 'success', action: 'Upgrade Server', message: 'Server Server#7 is being upgraded.' };
  const read = { action: 'Upgrade Server', message: 'Server Server#7 is being upgraded.' };

  it.each([
    ['a list', [success], [read]],
    ['a bare object', success, [read]],
    ['an object keyed by number', { 0: success }, [read]],
    [
      'several results',
      [{ result: 'success', action: 'Invoice Paid', message: 'Paid' }, success],
      [{ action: 'Invoice Paid', message: 'Paid' }, read],
    ],
    ['no action', [{ result: 'success', message: 'Done' }], [{ action: null, message: 'Done' }]],
    ['nothing but the result', [{ result: 'SUCCESS ' }], [{ action: null, message: '' }]],
  ])('has results: %s', (_, body, results) => {
    expect(opened(body)).toEqual({ kind: 'results', results });
  });

  it.each([
    ['a list', { success: [1] }, [1]],
    ['true', { success: true }, true],
    ['false', { success: false }, false],
    ['null', { success: null }, null],
    ['an empty list', { success: [] }, []],
  ])('has the value of success: %s', (_, body, value) => {
    expect(opened(body)).toEqual({ kind: 'value', value });
  });

  it.each([[[]], [{}], [null], [42], ['success'], [{ monthly: '9.99' }], [[{ serviceid: 1 }]]])(
    'may be bare: %j',
    (value) => {
      expect(opened(value)).toEqual({ kind: 'bare', value });
    },
  );

  it('may have a byte order mark or surrounding spaces', () => {
    expect(openEnvelope('x', 200, '\r\n {"success":true}\n')).toEqual({ kind: 'value', value: true });
  });
});

describe('an answer with an error', () => {
  const error = (message: string, more: object = {}) => ({ result: 'error', message, ...more });

  it.each([
    ['Not Authorized!', 'not_authorized'],
    ['Not Authorized', 'not_authorized'],
    ['not authorized.', 'not_authorized'],
    ['A valid serviceid is required.', 'invalid_serviceid'],
    ['A valid serviceid is required', 'invalid_serviceid'],
    ['Hourly products are disabled! Please contact customer service.', 'hourly_disabled'],
    ['Hourly products are disabled! Please contact customer service', 'hourly_disabled'],
    ['Hourly products are disabled', 'hourly_disabled'],
    ['Invalid Action.', 'unknown_action'],
    ['Invalid Action', 'unknown_action'],
    ['Something else.', 'refused'],
    ['', 'refused'],
  ])('%j is %s', (message, reason) => {
    const body = error(message);
    for (const shape of [[body], body, { 0: body }, { success: body }, { success: [body] }])
      expect(thrown(200, JSON.stringify(shape))).toMatchObject({ reason, sent: true });
  });

  it.each([
    ['beside a success', [{ result: 'success', message: 'Paid' }, error('No.')]],
    ['before a success', [error('No.'), { result: 'success', message: 'Paid' }]],
  ])('proves neither success nor refusal %s', (_, list) => {
    const mixed = thrown(200, JSON.stringify(list));
    expect(mixed).toMatchObject({ reason: 'mixed_results', providerMessage: 'No.', mayHaveHappened: true });
  });

  it.each([
    ['Temporary failure', 'refused'],
    ['Not Authorized!', 'not_authorized'],
  ])('may stand beside an empty success: %s', (message, reason) => {
    expect(thrown(200, JSON.stringify({ success: false, message }))).toMatchObject({
      reason,
      providerMessage: message,
    });
  });

  it('is an error, whatever else is not understood', () => {
    const list = [{ result: 17 }, error('No.')];
    expect(thrown(200, JSON.stringify(list))).toMatchObject({ reason: 'refused', providerMessage: 'No.' });
  });

  it('is also reported by an action named Authorization', () => {
    const body = JSON.stringify([error('Denied', { action: 'Authorization' })]);
    expect(thrown(200, body)).toMatchObject({ kind: 'unauthorized' });
  });

  it.each([401, 403])('with HTTP %i is an authorization error, whatever it says', (status) => {
    const body = error('Access denied.');
    for (const shape of [[body], body])
      expect(thrown(status, JSON.stringify(shape))).toMatchObject({
        reason: 'not_authorized',
        providerMessage: 'Access denied.',
      });
  });

  it('keeps ERROR for the log', () => {
    expect(thrown(200, JSON.stringify([error('No.', { ERROR: '721334' })])).code).toBe('721334');
    expect(thrown(200, JSON.stringify([error('No.', { ERROR: 721334 })])).code).toBe('721334');
  });

  it('is never classified by ERROR', () => {
    const body = [error('A valid serviceid is required.', { ERROR: '6734' })];
    expect(thrown(200, JSON.stringify(body)).reason).toBe('invalid_serviceid');
  });

  it('has its message shortened, without tags, line breaks and control characters', () => {
    const message = `One<br>two\r\n{"level":60}\u001b[31m\u202e${'x'.repeat(5_000)}`;
    const { providerMessage, message: whole } = thrown(200, JSON.stringify([error(message)]));
    expect(providerMessage).toHaveLength(300);
    expect(providerMessage).toMatch(/^One two \{"level":60\} \[31m x+$/);
    expect(whole).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('an answer that is not understood', () => {
  it.each([
    [200, '', 'not_json'],
    [200, '   ', 'not_json'],
    [200, '<!doctype html>', 'not_json'],
    [200, '{"success":tr', 'not_json'],
    [200, '[{"result":"pending"}]', 'unexpected_shape'],
    [200, '[{"result":true}]', 'unexpected_shape'],
    [200, '[{"result":"success","message":{}}]', 'unexpected_shape'],
    [200, '[{"result":"success"},7]', 'unexpected_shape'],
    [200, '{"result":null}', 'unexpected_shape'],
    [201, '{"success":true}', 'unexpected_status'],
    [204, '', 'unexpected_status'],
    [301, '{"success":true}', 'redirected'],
    [307, '', 'redirected'],
    [400, '{"success":true}', 'unexpected_status'],
    [401, '', 'not_authorized'],
    [401, '<html>', 'not_authorized'],
    [403, '<html>', 'unexpected_status'],
    [404, '[]', 'unexpected_status'],
    [408, '', 'busy'],
    [429, '', 'busy'],
    [500, '{"success":true}', 'busy'],
    [503, '<html>', 'busy'],
    [599, '[{"result":"success"}]', 'busy'],
    [0, '', 'unexpected_status'],
  ])('HTTP %i with %j is %s', (status, text, reason) => {
    expect(thrown(status, text)).toMatchObject({ reason, sent: true, providerMessage: null });
  });

  it('says what happened, and the message of the provider only if there was one', () => {
    expect(thrown(401, '').message).toBe(
      'upgrade_server: The provider rejected the API key or the address of this computer',
    );
    expect(thrown(200, '[{"result":"error","message":"No such server"}]').message).toMatch(
      /^.+: .+ \(No such server\)$/,
    );
  });

  it('shows nothing of its content in the error', () => {
    for (const text of ['secret', '{"secret":', '[{"result":"secret"}]', '{"result":{"secret":1}}']) {
      const error = thrown(200, text);
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain('secret');
    }
  });
});
