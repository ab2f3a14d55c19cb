import { createClient, type WitnessClient } from '@mcp-witness/client';
import { createStatusStore, type StatusStore } from '@mcp-witness/explorer';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { heldKey } from '../access/held-key.ts';

/** The service that this page came from, the key with which it is asked, and the histories that it gave. */
export interface Service {
  readonly url: string;
  readonly apiKey: string | null;
  readonly client: WitnessClient;
  readonly store: StatusStore;
}

const ServiceContext = createContext<Service | null>(null);

export const useService = (): Service => {
  const service = useContext(ServiceContext);
  if (service === null) throw new Error('useService needs a <ServiceProvider> around it.');
  return service;
};

const serviceOf = (url: string, apiKey: string | null): Service => ({
  url,
  apiKey,
  client: createClient({ url, apiKey }),
  store: createStatusStore(),
});

/** Reads the key once: with another one it has to be made anew, and then holds nothing of the one before. */
export const ServiceProvider = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [service] = useState(() => serviceOf(location.origin, heldKey()));
  return <ServiceContext value={service}>{children}</ServiceContext>;
};
