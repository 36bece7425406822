/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6;

/** What a message tells. */
interface Told {
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly action: string;
  readonly json: string;
}

/** Text of other scripts needs a mark in front that few receivers of JSON expect; written as escapes, it needs none. */
const inAscii = (json: string): string =>
  json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A message of RFC 5424 with its length in front (RFC 5425).
 * @param host the name of this installation; empty if it has none
 */
export const syslogFrame = (host: string, { at, action, json }: Told): string => {
  const message = `<${priority}>1 ${at} ${host || '-'} castellan - ${action.slice(0, 32)} - ${inAscii(json)}`;
  return `${message.length} ${message}`;
};
