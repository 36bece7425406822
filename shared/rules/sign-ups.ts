/** Who may create an account: anyone, only people with an invitation, or no one. */
export const signUpModes = ['open', 'invited', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** DECISION 0060: unless the operator decides, a service that only this computer reaches is open to anyone. */
export const signUpMode = ({
  signUps,
  isExposed,
}: {
  signUps?: SignUpMode | undefined;
  isExposed: boolean;
}): SignUpMode => signUps ?? (isExposed ? 'invited' : 'open');
