import { stdSerializers } from 'pino';

/**
 * Fields that may hold a secret, by the naming rules of the schema and the contract: encrypted columns start with
 * `sealed_`, hashes of secrets end with `_hash`.
 */
const secretName =
  /^(sealed_\w+|(\w+_)?(password|token|secret|api_key)|(?!previous_)\w+_hash|recovery_codes|otpauth_uri|authorization|(set-)?cookie)$/i;

const censor = '[redacted]';
/** Anything deeper is left to the serializer, which cuts it off. */
const maxDepth = 8;

export const isSecretName = (name: string): boolean => secretName.test(name);

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const redactAt = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth === maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => redactAt(item, depth + 1));
  return isPlain(value) ? redactFields(value, depth) : value;
};

const redactFields = (fields: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isSecretName(name) && value !== undefined ? censor : redactAt(value, depth + 1),
    ]),
  );

/** A copy of a log entry's fields in which the values of secrets are replaced. */
export const redact = (fields: object): Record<string, unknown> => redactFields(fields, 0);

/** Serializes an error, and replaces the secrets among its own fields. Anything else stays as it is. */
export const serializeError = (error: Error): unknown =>
  error instanceof Error ? redactFields(stdSerializers.err(error), 0) : redactAt(error, 0);
