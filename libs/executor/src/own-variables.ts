const credentials: ReadonlySet<string> = new Set(['WITNESS_API_KEY', 'WITNESS_API_KEY_FILE']);

/** They say whose this run is, and not whose a run is that an agent starts. */
const identity: ReadonlySet<string> = new Set(['WITNESS_SESSION', 'WITNESS_TASK']);

/** A variable that lets this process in at the service: of no use to agents and servers, and not for them. */
export const isOwnCredential = (variable: string): boolean => credentials.has(variable.toUpperCase());

const isOwn = (variable: string): boolean =>
  isOwnCredential(variable) || identity.has(variable.toUpperCase());

type Environment = Readonly<Record<string, string | undefined>>;

/** What agents and servers are given of the environment: all but what is for this process alone. */
export const withoutOwnVariables = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !isOwn(name)));
