import { type FunctionNode, PostgresQueryCompiler } from 'kysely';
import type { FunctionTexts } from '../../sql.ts';

const functions: FunctionTexts = {
  database_bytes: ['pg_database_size(current_database()', ')'],
  joined_texts: ['string_agg(', `, ',')`],
  rows_as_json: ['coalesce(json_agg(json_build_array(', `)), '[]')::text`],
  text_position: ['strpos(', ')'],
};

const textsOf = (name: string): readonly [string, string] | undefined =>
  Object.hasOwn(functions, name) ? functions[name as keyof FunctionTexts] : undefined;

/** PostgreSQL's names for the portable functions. */
export class ServerQueryCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const texts = textsOf(node.func);
    if (texts) {
      this.append(texts[0]);
      this.compileList(node.arguments);
      this.append(texts[1]);
    } else {
      super.visitFunction(node);
    }
  }
}
