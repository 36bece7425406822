import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** Most requests come from a few programs, and each change of an account records the device. */
const known = new LRUCache<string, string>({ max: 500 });

/** A familiar device name such as `Chrome on macOS`. For other tools, the first word of the user agent. */
export const deviceName = (userAgent: string): string => {
  const name = known.get(userAgent) ?? parse(userAgent);
  known.set(userAgent, name);
  return name;
};

const parse = (userAgent: string): string => {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const [tool = ''] = userAgent.split(/[\s/(]/);
  return /^[\w.-]{1,40}$/.test(tool) ? tool : 'Unknown device';
};
