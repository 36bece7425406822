import Bowser from 'bowser';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const tool = /^[\w.-]{1,40}$/;

/**
 * A familiar device name such as `Chrome on macOS`. For other tools, the first word of the user agent. No other text: strangers
 * choose it, and emails say it.
 */
export const deviceName = (userAgent: string): string => {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  // Of a program that it doesn't know, the parser returns all that comes before its version.
  if (browser.name && os.name && (browsers.has(browser.name) || tool.test(browser.name))) {
    return `${browser.name} on ${os.name}`;
  }
  const [first = ''] = userAgent.split(/[\s/(]/);
  return tool.test(first) ? first : 'Unknown device';
};
