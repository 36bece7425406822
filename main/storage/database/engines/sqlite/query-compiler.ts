import { type FunctionNode, type SelectModifierNode, SqliteQueryCompiler } from 'kysely';
import { type FunctionTexts, textsOf } from '../../sql.ts';

const functions: FunctionTexts = {
  database_version: ['sqlite_version(', ')'],
  database_bytes: ['(select page_count * page_size from pragma_page_count(), pragma_page_size()', ')'],
  joined_texts: ['group_concat(', ')'],
  listed_items: ['json_each(', ')'],
  listed_texts: ['in (select value from json_each(', '))'],
  rows_as_json: ['json_group_array(json_array(', '))'],
  text_position: ['instr(', ')'],
};

/** SQLite's names for the portable functions. It has no locks on rows, and with one writer needs none. */
export class EmbeddedQueryCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const texts = textsOf(functions, node.func);
    if (texts) {
      this.append(texts[0]);
      this.compileList(node.arguments);
      this.append(texts[1]);
    } else {
      super.visitFunction(node);
    }
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    const isLock = node.modifier !== undefined && node.modifier !== 'Distinct';
    if (!isLock) super.visitSelectModifier(node);
  }
}
