import { lowerAscii } from '#shared/text-input/ascii-case.ts';
/** What pages may do: everything a console does. Without `allow-modals`, they can't print, ask or warn. */
export const pagePolicy = 'sandbox allow-same-origin allow-scripts allow-forms allow-popups allow-downloads';

type Headers = Record<string, string[]>;

const policyName = 'content-security-policy';

/** The headers of a response, with this policy besides the response's own, which still applies. */
export const withoutDialogs = (headers: Headers): Headers => {
  const own = Object.entries(headers).filter(([name]) => lowerAscii(name) === policyName);
  const others = Object.entries(headers).filter(([name]) => lowerAscii(name) !== policyName);
  return { ...Object.fromEntries(others), [policyName]: [...own.flatMap(([, values]) => values), pagePolicy] };
};
