import type { ApiKey, MadeKey, NewKey, OfTenant, WitnessClient } from '@mcp-witness/client';
import { type Command, Option } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { renderKeys } from '../report/render-keys.ts';
import { askService } from '../service/connect.ts';
import { secondsOf } from '../terminal/duration.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

type Scope = NewKey['scopes'][number];

const scopes: readonly Scope[] = ['evidence:write', 'reports:read', 'audit:read', 'operations:run', 'admin'];

interface CommonFlags {
  readonly tenant?: string;
  readonly json?: true;
}

interface CreateFlags extends CommonFlags {
  readonly scope: Scope[];
  readonly expiresIn?: string;
  readonly rateLimit?: string;
}

const ofTenant = ({ tenant }: CommonFlags): OfTenant => (tenant === undefined ? {} : { tenantId: tenant });

const ask = <Result>(terminal: Terminal, act: (client: WitnessClient) => Promise<Result>): Promise<Result> =>
  askService(terminal, act, 'such a key or tenant', 'admin');

function durationOf(text: string, option: string): number {
  const duration = secondsOf(text);
  if (duration === null)
    throw new CommandFailure(exitCodes.usage, `${option} takes a duration such as 30s, 15m, 12h or 90d`);
  return duration;
}

function newKeyOf(name: string, flags: CreateFlags): NewKey {
  const { expiresIn, rateLimit, tenant } = flags;
  if (rateLimit !== undefined && !/^[1-9]\d{0,5}$/.test(rateLimit))
    throw new CommandFailure(exitCodes.usage, '--rate-limit takes a number of requests a minute');
  return {
    name,
    scopes: [...new Set(flags.scope)],
    ...(expiresIn === undefined
      ? {}
      : { expires_at: new Date(Date.now() + durationOf(expiresIn, '--expires-in') * 1_000).toISOString() }),
    ...(rateLimit === undefined ? {} : { rate_limit: Number(rateLimit) }),
    ...(tenant === undefined ? {} : { tenant_id: tenant }),
  };
}

/** The key alone goes to stdout, so that a script can take it; it is shown nowhere else. */
function printMade(terminal: Terminal, made: MadeKey, json: boolean): void {
  if (json) {
    printJson(terminal, made);
    return;
  }
  printLine(terminal.err, `witness: key ${made.key_id}; this is the only time that it is shown`);
  printLine(terminal.out, made.key);
}

async function allKeys(client: WitnessClient, of: OfTenant): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await client.keys({ ...of, ...(cursor === undefined ? {} : { cursor }) });
    keys.push(...page.keys);
    cursor = page.next_cursor;
  }
  return keys;
}

const withCommonFlags = (command: Command): Command =>
  command
    .option('--tenant <id>', "another tenant than the key's own, for administrators of `default`")
    .option('--json', 'the answer as JSON');

function addCreate(keys: Command, terminal: Terminal): void {
  withCommonFlags(keys.command('create <name>'))
    .description('Makes an API key and prints it. The service keeps only its digest.')
    .addOption(new Option('--scope <scope...>', 'what it allows').choices(scopes).makeOptionMandatory())
    .option('--expires-in <duration>', 'it ends by itself, such as 90d')
    .option('--rate-limit <count>', 'requests a minute')
    .addHelpText('after', '\nExample:\n  witness keys create ci --scope evidence:write --expires-in 90d')
    .action(async (name: string, flags: CreateFlags) => {
      const key = newKeyOf(name, flags);
      printMade(terminal, await ask(terminal, (client) => client.createKey(key)), flags.json === true);
    });
}

function addList(keys: Command, terminal: Terminal): void {
  withCommonFlags(keys.command('list'))
    .description('Lists keys, those revoked and expired as well.')
    .addHelpText('after', '\nExample:\n  witness keys list --json')
    .action(async (flags: CommonFlags) => {
      const list = await ask(terminal, (client) => allKeys(client, ofTenant(flags)));
      if (flags.json === true) printJson(terminal, { keys: list });
      else printLine(terminal.out, renderKeys(list, terminal.colors));
    });
}

function addRotate(keys: Command, terminal: Terminal): void {
  withCommonFlags(keys.command('rotate <key_id>'))
    .description('Gives a key a new secret and prints it. The former is taken for a while longer.')
    .option('--overlap <duration>', 'for how long', '1d')
    .addHelpText('after', '\nExample:\n  witness keys rotate k0m1n2o3p4 --overlap 2h')
    .action(async (id: string, flags: CommonFlags & { readonly overlap: string }) => {
      const how = { ...ofTenant(flags), overlapSeconds: durationOf(flags.overlap, '--overlap') };
      printMade(terminal, await ask(terminal, (client) => client.rotateKey(id, how)), flags.json === true);
    });
}

function addRevoke(keys: Command, terminal: Terminal): void {
  withCommonFlags(keys.command('revoke <key_id>'))
    .description('Ends a key at once, everywhere.')
    .addHelpText('after', '\nExample:\n  witness keys revoke k0m1n2o3p4')
    .action(async (id: string, flags: CommonFlags) => {
      const key = await ask(terminal, (client) => client.revokeKey(id, ofTenant(flags)));
      if (flags.json === true) printJson(terminal, key);
      else printLine(terminal.out, `revoked ${key.key_id}`);
    });
}

/** `witness keys`. */
export function addKeysCommand(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .summary('API keys of the service')
    .description('API keys of the service. Needs a key with the scope admin.');
  addCreate(keys, terminal);
  addList(keys, terminal);
  addRotate(keys, terminal);
  addRevoke(keys, terminal);
}
