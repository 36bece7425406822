import { z } from 'zod';

/** What the person enters for a host in front of a server, such as a proxy, on a page of the app's own. */
const credentials = z.strictObject({ username: z.string().max(1_000), password: z.string().max(1_000) });
export type Credentials = z.output<typeof credentials>;

/** What the page sends: also whether to keep it on this computer. Null if the person cancels. */
const answer = credentials.extend({ keeps: z.boolean() });
export type SignInAnswer = z.output<typeof answer>;
export const sentSignIn = answer.nullable();

/** IPC channel name. The preload script repeats it so that it needs no imports. */
export const signInChannel = 'castellan-sign-in:answer';
