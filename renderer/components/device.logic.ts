import type { Translate } from '../languages/translate.ts';

/** The kind of device that a session's name (`Chrome on macOS`) suggests. */
export const deviceKind = (device: string): 'phone' | 'tablet' | 'desktop' | 'tool' => {
  if (/ipad|tablet/i.test(device)) return 'tablet';
  if (/android|ios|iphone|phone/i.test(device)) return 'phone';
  return /macos|windows|linux|chrome ?os|ubuntu|bsd/i.test(device) ? 'desktop' : 'tool';
};

/** A session's name, localized. Tools keep their own names. */
export const deviceLabel = (device: string, t: Translate): string => {
  if (device === 'Unknown device') return t('components.session.unknownDevice');
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser && system ? t('components.session.device', { browser, system }) : device;
};
