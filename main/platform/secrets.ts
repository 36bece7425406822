/** The settings that may change while Castellan runs, because passwords and tokens are replaced now and then. */
export interface SecretSettings {
  readonly smtpUrl: string | undefined;
  readonly metricsToken: string | undefined;
  /** Undefined for backups without keys. */
  readonly backupPassphrase: string | undefined;
}

export interface Secrets {
  /** Ask again for each use. */
  current(): SecretSettings;
  replace(next: SecretSettings): void;
}

interface Settings extends SecretSettings {
  readonly backupWithoutKeys: boolean;
}

/** @param settings those at startup */
export const createSecrets = (settings: Settings): Secrets => {
  let current = secretsOf(settings);
  return {
    current: () => current,
    replace(next) {
      current = next;
    },
  };
};

export const secretsOf = ({
  smtpUrl,
  metricsToken,
  backupPassphrase,
  backupWithoutKeys,
}: Settings): SecretSettings => ({
  smtpUrl,
  metricsToken,
  backupPassphrase: backupWithoutKeys ? undefined : backupPassphrase,
});
