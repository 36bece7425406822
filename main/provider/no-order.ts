import { lowerAscii } from '#shared/text-input/ascii-case.ts';

/**
 * DECISION 0037: seed 001 doesn't show what check_upgrade_order says without an order, and reading too much into an
 * error may cost a second order. So a message counts only if all of it says that there is none: "No pending upgrades
 * found." does, "No orders can be processed during maintenance." doesn't.
 */

const adjective = '(?:pending|open|existing|active|unpaid|outstanding|current|unapplied|upgrade|such)';
const order = `(?:${adjective} )*(?:orders?|upgrades?)`;
const thing = '(?:(?:this|the|that|your) )?(?:service|server|instance|account|vps)(?:id)?(?: id)?(?: #?\\d+)?';
const place = `(?: (?:for|on|of) ${thing})?`;
const time = '(?: (?:at this time|at the moment|right now|currently|yet))?';
const be = '(?:is|are|was|were|has been|have been)';
const state = '(?:found|pending|open|outstanding|existing|active)';

const sentences = [
  // No pending upgrade order was found. There is no upgrade order for this service.
  `(?:there (?:is|are|was|were) )?(?:currently )?no ${order}(?: ${be})?(?: (?:${state}|exists?))?${place}${time}`,
  `nothing (?:${be} )?(?:to upgrade|${state}|ordered)${place}${time}`,
  // The upgrade order could not be found. Orders do not exist.
  `(?:the |an? |any )?${order} (?:(?:${be}|could|can) not(?: be)? ${state}|not found|cannot be found|do(?:es)? not exist)${place}${time}`,
  `(?:${thing}|you) (?:do(?:es)? not(?: currently)? have (?:an? |any )?|(?:currently )?(?:has|have) no )${order}(?: pending)?${place}${time}`,
  // There is not an upgrade order for this server. We could not find a pending upgrade order. No upgrade has been ordered.
  `there (?:is|are) not (?:an? |any )?${order}(?: ${state})?${place}${time}`,
  `we (?:could|did) not find (?:an? |any )?${order}${place}${time}`,
  `no ${order} (?:has|have) been ordered${place}${time}`,
];
const saysNone = new RegExp(`^(?:${sentences.join('|')})$`);

const plain = (message: string): string =>
  lowerAscii(message)
    .replaceAll(/n['’]t\b/g, ' not')
    .replaceAll(/[^a-z0-9#]+/g, ' ')
    .replaceAll('can not', 'cannot')
    .trim();

/** Whether an error of check_upgrade_order means that no order is pending. */
export const saysNoOrder = (message: string): boolean => saysNone.test(plain(message));
