let common: Promise<ReadonlySet<string>> | undefined;

/** Load the list when someone first chooses a password. Startup and sign-in don't need it. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
};

/** Whether a password is among the 49,000 most common ones, ignoring case. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= load();
  return (await common).has(password.toLowerCase());
};
