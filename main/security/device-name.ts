import Bowser from 'bowser';

/** A device as people know it, such as `Chrome on macOS`; the first word of the user agent for other tools. */
export const deviceName = (userAgent: string): string => {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  const [tool = ''] = userAgent.split(/[\s/(]/);
  return /^[\w.-]{1,40}$/.test(tool) ? tool : 'Unknown device';
};
