let common: Promise<ReadonlySet<string>> | undefined;

/** The list is loaded when the first password is chosen: a start, or a sign-in, does not need it. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
};

/** Whether a password is among the 49,000 most common ones, whatever its case. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= load();
  return (await common).has(password.toLowerCase());
};
