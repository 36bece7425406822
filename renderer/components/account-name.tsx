/** Says whose password a form takes, for password managers: without it, they keep a new one for nobody. Nobody sees it. */
export const AccountName = ({ email }: { email: string | undefined }) =>
  email !== undefined && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
