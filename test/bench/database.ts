import { Client } from 'pg';

/** The URL of a new database on the server: an empty one, or a copy of `template`, which nobody is connected to. */
export async function createDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
