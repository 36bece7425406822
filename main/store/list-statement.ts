import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Queries } from '../database/schema.ts';

interface Query<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A function that runs one statement for several items, such as keys of rows to read. DECISION 0210: the statement is built once,
 * because building it takes longer than sending it, and each run has its own items.
 * @param build makes the statement for a JSON array of items. It must have no other parameter.
 */
export const listStatement = <Row, Item = string>(
  db: Queries,
  build: (items: Expression<string>) => Query<Row>,
): ((items: readonly Item[]) => Promise<Row[]>) => {
  let built: CompiledQuery<Row> | undefined;
  return async (items) => {
    built ??= build(sql.val('')).compile();
    if (built.parameters.length !== 1) throw new Error(`Only the items may be a parameter: ${built.sql}`);
    const { rows } = await db.executeQuery<Row>({ ...built, parameters: [JSON.stringify(items)] });
    return rows;
  };
};
