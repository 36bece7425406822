import { expect, it } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { operations } from '#shared/contract/index.ts';
import { asksToConfirm } from '#shared/contract/operation.ts';

it.each(operations.map(({ operation }) => [operation.id as OperationId, operation] as const))(
  'the permission matrix and the contract agree on what %s requires',
  (id, operation) => {
    const { allow, operator, confirm } = operation;
    const { requires, confirms } = rows[id];
    expect({ requires, confirms }).toEqual({
      requires: operator ? 'operator' : (allow ?? 'no credentials'),
      confirms: asksToConfirm(operation) ? confirm : undefined,
    });
  },
);
