/** One key for a tenant's object; neither part can hold the separator. */
export const keyOf = (tenantId: string, id: string): string => `${tenantId}\n${id}`;
