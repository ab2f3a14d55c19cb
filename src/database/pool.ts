/** Dependency injection token of the process's pg `Pool`; every connection has taken the role `witness_app`. */
export const POOL = Symbol('POOL');
