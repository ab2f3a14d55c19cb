// The conformance suite names an export of `node:fs` that only Node 22 has, for a command that is not used here.
// `node --import test/conformance/node20.mjs <suite>` gives it one that says so.
import { register } from 'node:module';

register('./node20-hooks.mjs', import.meta.url);
