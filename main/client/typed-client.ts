import type { Client as OpenApiClient } from 'openapi-fetch';
import type { SignedIn } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import type { Answer, Api, Each, Input, OperationTypes } from './types.ts';

export interface Client<Ops, Rows, Paths extends object> {
  /** Every operation by its ID. Throws an error of its own class for each refusal. */
  readonly api: Api<Ops>;
  /** The rows of a list, page after page. */
  readonly each: Each<Ops, Rows>;
  /** Calls by path, as openapi-fetch has them: errors are answered and not thrown. */
  readonly http: OpenApiClient<Paths>;
  /** Signs in, and keeps the session in the store. */
  readonly signIn: (given: SignIn) => Promise<SignedIn['user']>;
  /** Keeps the session that another operation has answered, such as `acceptInvitation`. */
  readonly keep: (signedIn: SignedIn) => Promise<void>;
  /** Ends the session. */
  readonly signOut: () => Promise<void>;
  /** What happens from now on, or after a position. It goes on until `signal` ends it, or an error. */
  readonly events: Ops extends { listEvents: infer Op extends OperationTypes }
    ? (given: FollowedEvents<Op>) => AsyncGenerator<EventOf<Answer<Op>>, void>
    : never;
}

type EventOf<Page> = Page extends { events: readonly (infer Event)[] } ? Event : never;
export type FollowedEvents<Op extends OperationTypes> = Omit<Input<Op>, 'wait_seconds'> & {
  readonly signal?: AbortSignal;
  /** Is called if events after the position are gone. */
  readonly onGap?: () => void;
};
