import {
  type BinaryOperationNode,
  type FunctionNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely';
import { type FunctionTexts, textsOf } from '../../sql.ts';

const functions: FunctionTexts = {
  database_bytes: ['pg_database_size(current_database()', ')'],
  joined_texts: ['string_agg(', `, ',')`],
  rows_as_json: ['coalesce(json_agg(json_build_array(', `)), '[]')::text`],
  text_position: ['strpos(', ')'],
};

const isEmptyList = (node: OperationNode): boolean =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;

/** PostgreSQL's names for the portable functions. It has no empty lists: nothing is in one. */
export class ServerQueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined;
    if ((operator === 'in' || operator === 'not in') && isEmptyList(node.rightOperand)) {
      this.append(operator === 'in' ? 'false' : 'true');
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
