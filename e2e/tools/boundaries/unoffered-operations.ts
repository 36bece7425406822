/** Operations that change something and that no screen calls, and why. */
export const notOffered: Readonly<Record<string, string>> = {
  'auth.refresh': 'the session calls it, renderer/console.tsx',
  'team.inviteMember': 'the dialog invites several people at once',
  'team.removeMember': 'the dialog removes several people at once',
  'hosting.upgradeInstance': 'the screens take an upgrade step by step',
};
