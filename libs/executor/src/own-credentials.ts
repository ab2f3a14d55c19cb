const names: ReadonlySet<string> = new Set(['WITNESS_API_KEY', 'WITNESS_API_KEY_FILE']);

/** A variable that lets this process in at the service: of no use to agents and servers, and not for them. */
export const isOwnCredential = (variable: string): boolean => names.has(variable.toUpperCase());
