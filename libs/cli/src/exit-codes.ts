/** What the command's exit code says. `run` answers with the agent's own code instead. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  auth: 4,
  assertionFalse: 5,
  unreachable: 6,
  timeout: 7,
  interrupted: 130,
} as const;
