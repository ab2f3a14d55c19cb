import { type EnvironmentReader } from './environment.ts';
import { isLoopback } from './loopback.ts';
import { type OidcSettings } from './settings.ts';

const parsed = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const isPlain = ({ username, password, search, hash }: URL): boolean =>
  `${username}${password}${search}${hash}` === '';

/** Tokens and codes must not pass a network in clear. */
const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

const readIssuer = (reader: EnvironmentReader): string | null => {
  const issuer = reader.text('OIDC_ISSUER');
  const url = issuer === null ? null : parsed(issuer);
  if (issuer === null || (url !== null && isPlain(url) && isProtected(url))) return issuer;
  reader.fault(
    'OIDC_ISSUER',
    'must be the issuer as its tokens name it, an https URL such as https://id.example/realm (http on this machine only)',
  );
  return null;
};

/** The issuer and what belongs to it: all of it or nothing. */
export const readOidc = (reader: EnvironmentReader): OidcSettings | null => {
  const before = reader.faults.length;
  const issuer = readIssuer(reader);
  const audience = reader.text('OIDC_AUDIENCE');
  const clientId = reader.text('OIDC_CLIENT_ID');
  const clientSecret = reader.secret('OIDC_CLIENT_SECRET');
  if (issuer !== null && audience !== null)
    return { issuer, audience, clientId: clientId ?? audience, clientSecret };
  if (reader.faults.length > before) return null;
  if (issuer !== null)
    reader.fault('OIDC_AUDIENCE', 'is missing: any token of OIDC_ISSUER would be taken. Name this service');
  const alone = { OIDC_AUDIENCE: audience, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  for (const [name, value] of Object.entries(alone)) {
    if (issuer === null && value !== null)
      reader.fault(name === 'OIDC_AUDIENCE' ? 'OIDC_ISSUER' : name, needed);
  }
  return null;
};

const needed = 'is of no use without OIDC_ISSUER and OIDC_AUDIENCE: set both, or none of them';
