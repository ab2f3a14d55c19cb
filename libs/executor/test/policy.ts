import type { Policy } from '../src/resolution/policy.ts';

/** The policy of a run without a profile. */
export const plainPolicy: Policy = {
  profile: null,
  revision: null,
  inject: true,
  environment: {},
  fronts: Promise.resolve(null),
};
