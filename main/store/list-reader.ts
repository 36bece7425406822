import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Queries } from '../database/schema.ts';

interface Query<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A function that reads the rows of several keys. DECISION 0210: the query is built once, because building it takes longer than
 * sending it, and each run has its own keys.
 * @param build makes the query for a JSON array of keys. It must have no other parameter.
 */
export const listReader = <Row>(
  db: Queries,
  build: (keys: Expression<string>) => Query<Row>,
): ((keys: readonly string[]) => Promise<Row[]>) => {
  let built: CompiledQuery<Row> | undefined;
  return async (keys) => {
    built ??= build(sql.val('')).compile();
    if (built.parameters.length !== 1) throw new Error(`Only the keys may be a parameter: ${built.sql}`);
    const { rows } = await db.executeQuery<Row>({ ...built, parameters: [JSON.stringify(keys)] });
    return rows;
  };
};
