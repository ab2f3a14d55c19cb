import { createClient, WitnessError } from '@mcp-witness/client';
import type { ServiceAddress } from '../settings.ts';
import { type CheckResult, fail, ok, warn } from './finding.ts';

const timeoutMs = 5000;

async function readiness(service: ServiceAddress): Promise<number | null> {
  const target = new URL('/readyz', service.url);
  try {
    const response = await fetch(target, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

async function checkAccess(service: ServiceAddress): Promise<CheckResult> {
  const signedIn = service.apiKey === null ? 'no key is needed' : 'the key is taken';
  try {
    await createClient({ ...service, timeoutMs }).sessions({ limit: 1 });
    return ok('access', signedIn);
  } catch (error) {
    const status = error instanceof WitnessError ? error.status : 0;
    if (status === 401) {
      const wrong = service.apiKey === null ? 'the service wants a key' : 'the service does not know the key';
      return fail(
        'access',
        wrong,
        'set WITNESS_API_KEY or WITNESS_API_KEY_FILE; "witness keys create" makes one',
      );
    }
    if (error instanceof WitnessError && error.code === 'foreign_host') {
      return fail('access', error.message, 'set WITNESS_URL to a name of this machine');
    }
    if (status === 403) {
      return warn(
        'access',
        'the key may not read reports',
        'give it the scope reports:read to use "witness report"',
      );
    }
    return fail('access', `asking for sessions failed (status ${status})`, "look at the service's log");
  }
}

/** Whether the service answers, and whether it takes our credentials. */
export async function checkService(service: ServiceAddress): Promise<readonly CheckResult[]> {
  const where = new URL(service.url).origin;
  const status = await readiness(service);
  if (status === null) {
    const advice =
      'start it with "witness serve", or set WITNESS_URL; runs keep their evidence on disk meanwhile';
    return [fail('service', `nothing answers at ${where}`, advice)];
  }
  if (status !== 200) {
    const advice = "wait for it to be ready, or look at its log; it may also be another program's port";
    return [fail('service', `${where} answers, but is not ready (status ${status})`, advice)];
  }
  return [ok('service', where), await checkAccess(service)];
}
