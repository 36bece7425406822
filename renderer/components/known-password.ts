import { createContext } from 'react';

/** The password of the signed-in account, where the console knows it: in sample data. */
export const KnownPassword = createContext<string | undefined>(undefined);
export const KnownPasswordProvider = KnownPassword.Provider;
