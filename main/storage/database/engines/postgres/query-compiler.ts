import {
  type BinaryOperationNode,
  type FunctionNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely';
import { type FunctionTexts, textsOf } from '../../sql.ts';
import { ValueList } from './values.ts';

const functions: FunctionTexts = {
  database_bytes: ['pg_database_size(current_database()', ')'],
  database_version: [`split_part(current_setting('server_version')`, `, ' ', 1)`],
  joined_texts: ['string_agg(', `, ',')`],
  listed_items: ['json_array_elements((', ')::json)'],
  listed_texts: ['= any(array(select json_array_elements_text((', ')::json)))'],
  rows_as_json: ['coalesce(json_agg(json_build_array(', `)), '[]')::text`],
  text_position: ['strpos(', ')'],
};

/**
 * PostgreSQL's names for the portable functions. A list of values is one parameter, so that its length doesn't change the text
 * of a statement, and it may be empty.
 */
export class DatabaseServerQueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined;
    const { leftOperand, rightOperand } = node;
    if ((operator === 'in' || operator === 'not in') && PrimitiveValueListNode.is(rightOperand)) {
      this.visitNode(leftOperand);
      this.append(operator === 'in' ? ' = any(' : ' <> all(');
      this.appendValue(new ValueList(rightOperand.values));
      this.append(')');
    } else {
      super.visitBinaryOperation(node);
    }
  }

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
}
