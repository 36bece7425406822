/** Like `Base` with `Over` in its place, where the texts are strings and no literals. */
type Merged<Base, Over> = {
  -readonly [Key in keyof Base | keyof Over]: Key extends keyof Base & keyof Over
    ? Base[Key] extends string
      ? string
      : Merged<Base[Key], Over[Key]>
    : Key extends keyof Base
      ? Base[Key] extends string
        ? string
        : Merged<Base[Key], unknown>
      : Over[Key & keyof Over];
};

/** `base` with `over` in its place. */
export const merged = <Base extends object, Over extends object>(base: Base, over: Over): Merged<Base, Over> => {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const under = result[key];
    result[key] = typeof under === 'object' && under !== null ? merged(under, value) : value;
  }
  return result as Merged<Base, Over>;
};
