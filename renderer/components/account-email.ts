import { createContext } from 'react';

/** The address of the signed-in account, once the console knows it. */
export const AccountEmail = createContext<string | undefined>(undefined);
export const AccountEmailProvider = AccountEmail.Provider;
