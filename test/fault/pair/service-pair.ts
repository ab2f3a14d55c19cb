import { clientOf } from '../../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';

/** Where a tenant finds the service, and the key with which it comes. */
export interface Access {
  readonly url: string;
  readonly apiKey: string;
}

/** Two processes of the service on one database, behind one address. */
export interface ServicePair {
  /** Of the tenant `default`, which may do everything. */
  readonly access: Access;
  /** Ends one of them with a signal and starts another in its place; the exit code of the one that ended. */
  replace(which: number, signal: NodeJS.Signals): Promise<number | null>;
}

const adminKey = `wk_${'k'.repeat(40)}`;

const start = (databaseUrl: string): Promise<ServiceProcess> =>
  startServiceProcess({
    DATABASE_URL: databaseUrl,
    WITNESS_AUTH: 'required',
    WITNESS_ADMIN_KEY: adminKey,
    WITNESS_RATE_LIMIT: '1000000',
  });

/** Makes a tenant, and a key of it. */
export async function anotherTenant({ url, apiKey }: Access, tenant_id: string): Promise<Access> {
  const headers = { authorization: `Bearer ${apiKey}` };
  await clientOf(url).post('/v1/admin/tenants', { tenant_id, name: tenant_id }, headers);
  const key = { name: 'theirs', scopes: ['evidence:write', 'reports:read'], tenant_id };
  const { body } = await clientOf(url).post('/v1/admin/keys', key, headers);
  return { url, apiKey: (body as { readonly key: string }).key };
}

/** Both are ended when the callback ends, in good order. */
export async function withServicePair<Result>(
  databaseUrl: string,
  use: (pair: ServicePair) => Promise<Result>,
): Promise<Result> {
  // One after the other: what has started is ended also when the next one does not start.
  const processes = [await start(databaseUrl)];
  const door: FrontDoor = await openFrontDoor(processes.map(({ url }) => url));
  try {
    processes[1] = await start(databaseUrl);
    door.services[1] = processes[1].url;
    return await use({
      access: { url: door.url, apiKey: adminKey },
      async replace(which, signal) {
        const code = await processes[which]!.end(signal);
        processes[which] = await start(databaseUrl);
        door.services[which] = processes[which].url;
        return code;
      },
    });
  } finally {
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
    await door.close();
  }
}
