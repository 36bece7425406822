import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Queries } from '../database/schema.ts';
import { tablesOf } from '../database/tables.ts';

interface Query<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A function that runs one statement with a value of its own each time. DECISION 0210: the statement is built once, because
 * building it takes longer than sending it.
 * @param build makes the statement. It must have no other parameter.
 */
export const builtStatement = <Row>(
  db: Queries,
  build: (value: Expression<string>) => Query<Row>,
): ((value: string) => Promise<Row[]>) => {
  let built: CompiledQuery<Row> | undefined;
  return async (value) => {
    built ??= build(sql.val('')).compile();
    if (built.parameters.length !== 1) throw new Error(`Only the value may be a parameter: ${built.sql}`);
    const { rows } = await tablesOf(db).executeQuery<Row>({ ...built, parameters: [value] });
    return rows;
  };
};

/** Like {@link builtStatement}, for several items such as keys of rows to read: `build` gets them as a JSON array. */
export const listStatement = <Row, Item = string>(
  db: Queries,
  build: (items: Expression<string>) => Query<Row>,
): ((items: readonly Item[]) => Promise<Row[]>) => {
  const run = builtStatement(db, build);
  return (items) => run(JSON.stringify(items));
};
