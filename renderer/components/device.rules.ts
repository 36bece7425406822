/** What kind of device a session's name (`Chrome on macOS`) tells of. */
export const deviceKind = (device: string): 'phone' | 'tablet' | 'desktop' | 'tool' => {
  if (/ipad|tablet/i.test(device)) return 'tablet';
  if (/android|ios|iphone|phone/i.test(device)) return 'phone';
  return /macos|windows|linux|chrome ?os|ubuntu|bsd/i.test(device) ? 'desktop' : 'tool';
};
