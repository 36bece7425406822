import Bowser from 'bowser';

/** A familiar device name such as `Chrome on macOS`. For other tools, the first word of the user agent. */
export const deviceName = (userAgent: string): string => {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const [tool = ''] = userAgent.split(/[\s/(]/);
  return /^[\w.-]{1,40}$/.test(tool) ? tool : 'Unknown device';
};
