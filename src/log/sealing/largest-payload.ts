import { appendLimits } from '@mcp-witness/event-log';
import { sealable } from './cipher.ts';

/** Identities of sessions and tasks are 200 characters at most, of up to twelve bytes each as JSON. */
const metaBytes = 6_000;

/** Bytes of the data of one event that fit into the log once they are sealed. */
export const largestPayload = sealable(appendLimits.dataBytes) - metaBytes;
