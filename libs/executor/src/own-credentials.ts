const names: ReadonlySet<string> = new Set(['WITNESS_API_KEY', 'WITNESS_API_KEY_FILE']);

/** A variable that lets this process in at the service: of no use to agents and servers, and not for them. */
export const isOwnCredential = (variable: string): boolean => names.has(variable.toUpperCase());

type Environment = Readonly<Record<string, string | undefined>>;

/** What agents and servers are given of the environment. */
export const withoutOwnCredentials = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !isOwnCredential(name)));
