import { type Caller, defaultTenant } from '../auth/caller.ts';
import { Problem } from '../http/problem.ts';

/** Administrators of the tenant `default` look after all tenants; those of another look after their own. */
export const isOperator = ({ tenant_id }: Caller): boolean => tenant_id === defaultTenant;

/** The tenant that an administrator's request is about. To whoever may not look after it there is none: `not_found`. */
export const tenantOf = (caller: Caller, asked: string | null | undefined): string => {
  const tenantId = asked ?? caller.tenant_id;
  if (tenantId !== caller.tenant_id && !isOperator(caller)) throw new Problem('not_found');
  return tenantId;
};
