import type { IncomingMessage } from 'node:http';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/**
 * Whether a request comes from a page of elsewhere: a browser must not reach a server on loopback by a name that the
 * page's owner rebinds. Takes a foreign Host off the request, since no URL may be made of it.
 */
export function comesFromElsewhere(req: IncomingMessage): boolean {
  const known = validateHostHeader(req.headers.host, localhostAllowedHostnames()).ok;
  if (!known) delete req.headers.host;
  return !known || !validateOriginHeader(req.headers.origin, localhostAllowedOrigins()).ok;
}
