/**
 * A consumer in a process of its own, which may be killed at any moment: it writes one line for each event that it has
 * handled.
 *
 * Arguments: the service, the name of the subscription, the file.
 */
import { appendFileSync } from 'node:fs';
import { consume } from '@mcp-witness/client';

const [url = '', name = '', file = ''] = process.argv.slice(2);

await consume({ url, name }, ({ global_position, attachment_attempt_id, event_id }) => {
  appendFileSync(file, `${global_position} ${attachment_attempt_id} ${event_id}\n`);
});
