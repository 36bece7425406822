/** Operations that change something and that no screen calls, and why. */
export const notOffered: Readonly<Record<string, string>> = {
  'auth.refresh': 'the session calls it, renderer/console.tsx',
  'team.inviteMember': 'the dialog invites several people at once',
  'team.removeMember': 'the dialog removes several people at once',
  'hosting.upgradeInstance': 'the screens take an upgrade step by step',
};

/** Only a browser has passkeys: e2e/journeys/passkeys.spec.ts and e2e/journeys/confirmation.spec.ts. */
const withPasskey = [
  'auth/passkey-sign-in: auth.loginWithPasskey',
  'auth/passkey-sign-in: auth.startPasskeyLogin',
  'auth/second-factor-page: auth.completeLoginWithPasskey',
  'auth/second-factor-page: auth.startPasskeySecondFactor',
  'security/add-passkey-dialog: security.addPasskey',
  'security/add-passkey-dialog: security.startPasskeyRegistration',
  'security/confirmation-ways: security.startPasskeyConfirmation',
];

/** Places of the console that send a change and have no test of their screen, but journeys. It only gets shorter. */
export const untested: readonly string[] = [
  ...withPasskey,
  'hosting/queue/queue-panel: hosting.resumeUpgradeQueue',
  'hosting/runs/report-menu: hosting.reportUpgradeFinding',
  'shell/use-command-search: profile.updateMe',
  'welcome/sample-banner: welcome.removeSampleTenant',
  'welcome/use-sample: auth.logout',
  'welcome/use-sample: profile.updateMe',
  'welcome/use-sample: welcome.createSampleTenant',
  'welcome/use-sample: welcome.enterSampleTenant',
];
