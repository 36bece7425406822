const levels: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** Escapes what would act on a terminal or start a new line. */
const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const valueText = (value: unknown): string =>
  plain(typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : (JSON.stringify(value) ?? ''));

/** The stack, or the message if there is none, with each line indented, so that none can pass for an entry. */
const errorText = (error: unknown): string => {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown };
  const text = typeof stack === 'string' ? stack : String(message ?? JSON.stringify(error));
  return text
    .split('\n')
    .map((line) => `    ${plain(line)}\n`)
    .join('');
};

/** Formats one line of JSON for people: `2026-11-22T10:00:00.000Z INFO  done operation=login ms=4`. */
export const prettyLine = (line: string): string => {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const parts = Object.entries(fields).map(([name, value]) => `${plain(name)}=${valueText(value)}`);
  const at = new Date(Number(time)).toISOString();
  const head = [at, (levels[Number(level)] ?? String(level)).padEnd(5), plain(String(msg ?? '')), ...parts].join(' ');
  return `${head}\n${err === undefined ? '' : errorText(err)}`;
};
