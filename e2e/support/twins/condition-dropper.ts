import {
  type BinaryOperationNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  type RootOperationNode,
  sql,
  ValueListNode,
  ValueNode,
} from 'kysely';
import type { Schema } from '#main/storage/database/schema.ts';

/** Counts the conditions of statements that compare with one of some IDs, and drops one of them. */
class ConditionDropper extends OperationNodeTransformer {
  #ids: ReadonlySet<string> = new Set();
  #drop: number | undefined;
  #seen = 0;

  begin(ids: ReadonlySet<string>, drop: number | undefined): void {
    this.#ids = ids;
    this.#drop = drop;
    this.#seen = 0;
  }

  /** Leaves the statements that follow alone. Returns how many conditions there were. */
  end(): number {
    const seen = this.#seen;
    this.begin(new Set(), undefined);
    return seen;
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    if (!this.#isWanted(node)) return super.transformBinaryOperation(node);
    this.#seen += 1;
    if (this.#seen - 1 !== this.#drop) return super.transformBinaryOperation(node);
    const always = sql.lit(1).toOperationNode();
    return { ...node, leftOperand: always, operator: OperatorNode.create('='), rightOperand: always };
  }

  #isWanted({ operator, rightOperand }: BinaryOperationNode): boolean {
    const isInclusion = OperatorNode.is(operator) && ['=', 'in'].includes(operator.operator);
    return (
      isInclusion && this.#valuesIn(rightOperand).some((value) => typeof value === 'string' && this.#ids.has(value))
    );
  }

  #valuesIn(node: OperationNode): readonly unknown[] {
    if (ValueNode.is(node)) return [node.value];
    if (PrimitiveValueListNode.is(node)) return node.values;
    return ValueListNode.is(node) ? node.values.flatMap((value) => this.#valuesIn(value)) : [];
  }
}

/** A database whose statements a condition dropper sees. */
export interface WatchedDatabase {
  readonly db: Kysely<Schema>;
  readonly dropper: ConditionDropper;
}

/** Drops conditions of the statements of a database that is opened with the plugin. */
export const createConditionDropper = (): { dropper: ConditionDropper; plugin: KyselyPlugin } => {
  const dropper = new ConditionDropper();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }): RootOperationNode {
      const transformed = dropper.transformNode(node, queryId);
      // Our driver asks whether a part such as `returning` is there, and a transformed node has all of them.
      return Object.fromEntries(Object.entries(transformed).filter(([, part]) => part !== undefined)) as never;
    },
    transformResult: async ({ result }) => result,
  };
  return { dropper, plugin };
};
