import { findAssignments, findElements } from './finders/assignment.ts';
import { findAuthSchemes } from './finders/auth-scheme.ts';
import { findEncodedJson, findEncodedMembers, findOpaqueRuns, findPrivateKeys } from './finders/encoded.ts';
import { findOptions, findPhrases, findUserOptions } from './finders/option.ts';
import { findPaths } from './finders/path.ts';
import { findDataSourceNames, findQueries, findUrls, findUserinfo } from './finders/url.ts';
import { findEnvironmentTokens, findVendorTokens } from './finders/vendor.ts';
import type { Span } from './spans.ts';

/** One rule of what may not be kept of a text of others. */
export interface Rule {
  readonly id: string;
  readonly matches: string;
  readonly why: string;
  readonly example: string;
  /** What becomes of the example. */
  readonly becomes: string;
  /** `any`: a secret wherever it stands, in names, descriptions and schemas too. `message`: only in errors and unknown text. */
  readonly scope: 'any' | 'message';
  readonly find: (text: string) => Span[];
}

/** Every rule, in no order that matters: all read the same text, and where spans overlap the wider one stands. */
export const rules: readonly Rule[] = [
  {
    id: 'vendor-token',
    matches: 'tokens that vendors mark with a prefix, and paths of web hooks; of any length',
    why: 'Bare in prose no keyword gives them away; a fixed length leaves the tail of a longer one.',
    example: 'key glpat-abcdefghijklmnop is revoked',
    becomes: 'key [redacted] is revoked',
    scope: 'any',
    find: findVendorTokens,
  },
  {
    id: 'environment-token',
    matches: 'a short prefix, the environment it is for, and characters that look drawn by lot',
    why: 'Many vendors follow the one fashion; a list of their prefixes is never complete.',
    example: 'key pk_live_q8ZtR4vLx2Nb is revoked',
    becomes: 'key [redacted] is revoked',
    scope: 'any',
    find: findEnvironmentTokens,
  },
  {
    id: 'encoded-json',
    matches: 'what begins as base64 of a JSON object, with the dotted parts that follow',
    why: 'A JSON Web Token is a credential; a configuration in a query is base64 of JSON as well.',
    example: 'expired: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln',
    becomes: 'expired: [redacted]',
    scope: 'any',
    find: findEncodedJson,
  },
  {
    id: 'private-key',
    matches: 'PEM blocks of private keys, cut off ones to the end of the text',
    why: 'The head names the block; every line below it is the secret.',
    example: 'bad key -----BEGIN EC PRIVATE KEY----- MHcC -----END EC PRIVATE KEY----- given',
    becomes: 'bad key [redacted] given',
    scope: 'any',
    find: findPrivateKeys,
  },
  {
    id: 'auth-scheme',
    matches: 'what follows Bearer or Basic, unless it is a word of prose',
    why: 'Short tokens have no shape of their own, and "Bearer token missing" is what a person must read.',
    example: 'sent Bearer short-token',
    becomes: 'sent Bearer [redacted]',
    scope: 'any',
    find: findAuthSchemes,
  },
  {
    id: 'userinfo',
    matches: 'user and password in a URL of any scheme, up to the last @',
    why: 'Connection strings of databases, brokers and proxies carry them; a password may hold @ and /.',
    example: 'try postgres://u:p@ss@db/x',
    becomes: 'try postgres://db',
    scope: 'any',
    find: findUserinfo,
  },
  {
    id: 'url',
    matches: 'URLs of any scheme',
    why: 'Tokens stand in user, path, query and fragment; scheme, host and port say which server it was.',
    example: 'GET https://mcp.example.test/t/s3cr3t?k=v 500',
    becomes: 'GET https://mcp.example.test 500',
    scope: 'message',
    find: findUrls,
  },
  {
    id: 'query',
    matches: 'queries of relative URLs',
    why: 'Codes and signatures stand there under any name.',
    example: 'GET /callback?code=4f0a&state=x 400',
    becomes: 'GET /callback?[redacted] 400',
    scope: 'message',
    find: findQueries,
  },
  {
    id: 'data-source-name',
    matches: 'user:password before @tcp( and its like',
    why: 'The Go drivers write connection strings without a scheme.',
    example: 'dial root:hunter@tcp(db:3306)/x',
    becomes: 'dial [redacted]@tcp(db:3306)/x',
    scope: 'message',
    find: findDataSourceNames,
  },
  {
    id: 'assignment',
    matches:
      'values of names with a part KEY, TOKEN, SECRET, PASS, AUTH, COOKIE, SIGNATURE and their kin; environments, headers and arguments; JSON members that tell no error',
    why: 'The name gives the secret away, in any case and any depth of quoting. Of JSON only members known to say what went wrong are kept: prompts and tool arguments stand in the others.',
    example: 'config: {"X-API-KEY":"abc"} DB_PASS=x',
    becomes: 'config: {"X-API-KEY":"[redacted]"} DB_PASS=[redacted]',
    scope: 'message',
    find: findAssignments,
  },
  {
    id: 'encoded-member',
    matches:
      'members of percent-encoded JSON whose names mean a secret, and those that hold environments or headers',
    why: 'JSON in a query is logged as it was sent, and its quotes are no quotes then.',
    example: 'bad state %7B%22token%22%3A%22abc%22%7D given',
    becomes: 'bad state %7B%22token%22%3A%22[redacted]%22%7D given',
    scope: 'message',
    find: findEncodedMembers,
  },
  {
    id: 'element',
    matches: 'content of XML elements whose name means a secret',
    why: 'Error pages and settings files are printed whole.',
    example: 'got <password>abc</password>',
    becomes: 'got <password>[redacted]</password>',
    scope: 'message',
    find: findElements,
  },
  {
    id: 'option',
    matches: 'the value after an option whose name means a secret',
    why: 'Command lines are printed when a process does not start.',
    example: 'spawn acme --token abc ENOENT',
    becomes: 'spawn acme --token [redacted] ENOENT',
    scope: 'message',
    find: findOptions,
  },
  {
    id: 'user-option',
    matches: 'user:password after -u',
    why: 'curl takes credentials so.',
    example: 'curl -u bob:abc failed',
    becomes: 'curl -u [redacted] failed',
    scope: 'message',
    find: findUserOptions,
  },
  {
    id: 'phrase',
    matches:
      'letters with digits after the word for a password or token, quoted or not, or after "is"; after other words for secrets what is quoted, or looks drawn by lot',
    why: 'Sentences name secrets too; words without a digit are left, as most of them are no secrets, and so are names of algorithms and versions.',
    example: 'password is hunter2',
    becomes: 'password is [redacted]',
    scope: 'message',
    find: findPhrases,
  },
  {
    id: 'opaque-run',
    matches: '32 and more characters that look drawn by lot',
    why: 'Unknown vendors. Hashes, UUIDs and long names do not change class as often and are kept.',
    example: 'rejected q8ZtR4vLx2NbW7pKd9MfS3hGc6JyT5aE1u today',
    becomes: 'rejected [redacted] today',
    scope: 'message',
    find: findOpaqueRuns,
  },
  {
    id: 'path',
    matches: 'paths of files, absolute, relative, of home folders, of Windows and of shares',
    why: 'They name people, customers and projects.',
    example: "ENOENT: open '/home/bob/my project/a.json'",
    becomes: "ENOENT: open '[path]'",
    scope: 'message',
    find: findPaths,
  },
];
