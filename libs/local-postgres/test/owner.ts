/**
 * A process that owns a local PostgreSQL, to be killed and interrupted. It prints a line for each thing that happens.
 * Arguments: the data directory, and `exit` to end without stopping as soon as the server serves.
 */
import { Client } from 'pg';
import { LocalPostgresError, startLocalPostgres } from '@mcp-witness/local-postgres';

const [dataDir = '', then = ''] = process.argv.slice(2);

function say(what: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

try {
  const server = await startLocalPostgres({ dataDir });
  say({ serves: true, url: server.url, pid: server.pid });
  if (then === 'exit') process.exit(0);
  process.on('SIGINT', () => {
    void (async () => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      await client.query('insert into last_words values (1)');
      await client.end();
      say({ drained: true });
      await server.stop();
      say({ stopped: true });
    })();
  });
} catch (error) {
  say({ refused: error instanceof LocalPostgresError ? error.code : 'unforeseen', message: String(error) });
}
