/** The statements of the service are far fewer. Beyond that, something builds texts without end. */
const kept = 1_000;

/**
 * A list depends on its values: whether an index helps is different for each page and filter. With `*`, a column that a newer
 * version adds would change the result, which the server refuses for a prepared statement (DECISION 0166).
 */
const unsuitable = /\blimit \$|\*/;

/**
 * DECISION 0210: names of statements, under which each connection keeps them prepared. Undefined for statements that the
 * server has to plan each time.
 */
export const createStatementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size === kept || unsuitable.test(text)) return known;
    const name = `castellan_${names.size}`;
    names.set(text, name);
    return name;
  };
};
