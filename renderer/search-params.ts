/** Parses query parameters. They can hold anything; treat what is invalid as absent. */
type Search = Record<string, unknown>;

export const textParam = (value: unknown): string | undefined => {
  // The router parses `?q=42` as a number.
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, 2_000) : undefined;
};

export const choiceParam = <Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === value);

export const pageParam = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 && page <= 100_000 ? page : undefined;
};

/** Drops absent values to keep URLs short. */
export const present = <Given extends Search>(search: Given): { [Key in keyof Given]?: NonNullable<Given[Key]> } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as never;
