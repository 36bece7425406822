import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the outgoing proxy', () => {
  const proxyIn = (environment: Record<string, string>) => readConfig({}, environment, undefined).outgoingProxy;

  it('comes from the variables that programs share, in lower case first, unless ours is set', () => {
    const shared = { HTTPS_PROXY: 'http://b.example:3128', NO_PROXY: 'Example.com 10.0.0.0/8' };
    expect(proxyIn({})).toBeUndefined();
    expect(proxyIn({ HTTP_PROXY: 'http://a.example:3128' })).toBeUndefined();
    expect(proxyIn(shared)).toEqual({ url: 'http://b.example:3128', exceptions: ['example.com', '10.0.0.0/8'] });
    expect(proxyIn({ ...shared, https_proxy: 'c.example:3128', no_proxy: '*' })).toEqual({
      url: 'http://c.example:3128',
      exceptions: ['*'],
    });
    expect(proxyIn({ ...shared, CASTELLAN_HTTPS_PROXY: 'https://d.example' })?.url).toBe('https://d.example');
  });

  it('is told with where it comes from, but without its password', () => {
    const { report } = readConfig({}, { HTTPS_PROXY: 'http://ann:secret@b.example:3128' }, undefined);
    const row = report.find(({ setting }) => setting === 'https-proxy');
    expect(row).toEqual({ setting: 'https-proxy', value: '********', source: 'HTTPS_PROXY' });
  });
});
