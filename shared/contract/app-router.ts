import type { TRPCBuiltRouter, TRPCDefaultErrorShape, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { Problem } from '../texts/errors.ts';
import type { Contract, Feature } from './index.ts';
import type { OperationSpec, OutputOf, RequestOf } from './operation.ts';

/** The error that the console reads: tRPC's own shape plus the problem document that HTTP callers get. */
type TrpcErrorShape = TRPCDefaultErrorShape & { data: TRPCDefaultErrorShape['data'] & { problem: Problem } };

type ProcedureOf<Op extends OperationSpec> = Op extends { http: { method: 'GET' } }
  ? Op extends { effect: 'write' }
    ? MutationOf<Op>
    : TRPCQueryProcedure<{ input: InputArgument<Op>; output: OutputOf<Op>; meta: object }>
  : MutationOf<Op>;
type MutationOf<Op extends OperationSpec> = TRPCMutationProcedure<{
  input: InputArgument<Op>;
  output: OutputOf<Op>;
  meta: object;
}>;
/** Operations without fields are called without an argument. */
type InputArgument<Op extends OperationSpec> = keyof Op['input']['shape'] extends never
  ? undefined | Record<string, never>
  : RequestOf<Op>;

type Procedures = {
  [F in Feature]: {
    [Name in keyof Contract[F]]: Contract[F][Name] extends OperationSpec ? ProcedureOf<Contract[F][Name]> : never;
  };
};

/** The router that the contract describes. `Context` is what the service gives to each call. */
export type RouterWith<Context extends object> = TRPCBuiltRouter<
  { ctx: Context; meta: object; errorShape: TrpcErrorShape; transformer: false },
  Procedures
>;

/** The router as clients know it: `trpc.team.listMembers.query(…)`. */
export type AppRouter = RouterWith<object>;
