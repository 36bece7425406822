/**
 * What is different on purpose since a release, and why clients were left to it. Until 1.0, CHANGELOG.md tells them; from then on
 * nothing may be added (docs/api.md#compatibility).
 */
export const acceptedBreaks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': {
    'UpgradeRun.default_decision is null, not string': 'nothing decides about an upgrade unless someone has chosen it',
    'ProviderSettings.told_currency may be missing': 'it is called provider_currency',
    'updateMe body.preferences.date_format has another pattern': 'it matches the same texts',
  },
};
