/** Why there are no other sessions to end; undefined where there are. */
export const endOthersRefusal = (sessions: readonly { current: boolean }[] | undefined): string | undefined => {
  if (sessions === undefined) return 'Your sessions are not loaded yet';
  return sessions.some(({ current }) => !current) ? undefined : 'You are signed in nowhere else';
};
