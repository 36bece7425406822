import type { OperationSpec } from '#shared/contract/operation.ts';

/**
 * Checks a handler's answer against its contract, so that a field that no contract names never leaves the service.
 * @throws Error that names the operation and the fields, never their values
 */
export const checkAnswer = ({ id, output }: Pick<OperationSpec, 'id' | 'output'>, answer: unknown): void => {
  const { error } = output.safeParse(answer);
  if (!error) return;
  const problems = error.issues.map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? ` (${issue.keys.join(', ')})` : '';
    return `${issue.path.join('.')} ${issue.code}${keys}`.trim();
  });
  throw new Error(`The answer of ${id} breaks its contract: ${problems.join('; ')}`);
};
