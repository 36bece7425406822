/** Who may create an account: anyone, only people with an invitation, or no one. */
export const signUpModes = ['open', 'invited', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];
