/** What openapi-typescript knows of an operation. */
export interface OperationTypes {
  readonly parameters: { readonly path?: unknown; readonly query?: unknown };
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

type Content<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : unknown;
type Given<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;

/** What an operation takes: the parameters of its path and its query, and the fields of its body. */
export type Input<Op extends OperationTypes> = Given<Op['parameters']['path']> &
  Given<Op['parameters']['query']> &
  Content<Given<Op['requestBody']>>;

/** What it answers. */
export type Answer<Op extends OperationTypes> = Content<Op['responses'][keyof Op['responses'] & (200 | 201 | 202)]>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** One is made for each call that takes one. Give your own to repeat a call after your program has ended. */
  readonly idempotencyKey?: string;
  /** The ETag of what was read: nothing is changed if it is another one by now. */
  readonly ifMatch?: string;
  /** Is shown the response, for its headers. */
  readonly onResponse?: (response: Response) => void;
}

/** Calls an operation by its ID. */
export type CallById = (id: string, input?: object, options?: CallOptions) => Promise<unknown>;

type Arguments<In> =
  Record<never, never> extends In ? [input?: In, options?: CallOptions] : [input: In, options?: CallOptions];

/** Every operation by its ID. */
export type Api<Ops> = {
  readonly [Id in keyof Ops]: Ops[Id] extends OperationTypes
    ? (...given: Arguments<Input<Ops[Id]>>) => Promise<Answer<Ops[Id]>>
    : never;
};

/** The rows of every list that has pages; `Rows` names the field that has them. */
export type Each<Ops, Rows> = {
  readonly [Id in keyof Rows & keyof Ops]: Ops[Id] extends OperationTypes
    ? (
        ...given: Arguments<Input<Ops[Id]>>
      ) => AsyncGenerator<
        Answer<Ops[Id]> extends infer Page
          ? Rows[Id] extends keyof Page
            ? Page[Rows[Id]] extends readonly (infer Row)[]
              ? Row
              : never
            : never
          : never,
        void
      >
    : never;
};

/** An operation as it is called. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Whether it takes an Idempotency-Key. */
  readonly keyed?: true;
  /** The field of its answer that has the rows of a page. */
  readonly rows?: string;
}
