import type { ServiceRecord } from './service-record.ts';

/** Where people and programs reach the service. */
export interface ServiceAddresses {
  /** Base URL of all links: the public URL, or the address that the server listens on. */
  readonly origin: () => string;
  /** Where it listens, as programs on this computer reach it. Empty until it does. */
  readonly address: () => string;
  /** Every host name, with port, that the server answers to. Empty until it listens. */
  readonly hosts: () => readonly string[];
  /** Tells the address and the host names, once they are known. */
  announce(address: string, hosts?: readonly string[]): void;
}

/** @param record what the service had, for a command whose own settings name no public URL */
export const createServiceAddresses = (
  settings: { readonly publicUrl: string | undefined; readonly basePath: string },
  record: ServiceRecord | undefined,
): ServiceAddresses => {
  const isFromRecord = settings.publicUrl === undefined && record !== undefined;
  const publicUrl = isFromRecord ? record.public_url : settings.publicUrl;
  const basePath = isFromRecord ? record.base_path : settings.basePath;
  let address = '';
  let hosts: readonly string[] = [];
  return {
    origin() {
      const base = publicUrl ?? address;
      return base && `${base}${basePath}`;
    },
    address: () => address,
    hosts: () => hosts,
    announce(found, names = []) {
      address = found;
      hosts = names;
    },
  };
};
