import { parseCookie, stringifySetCookie } from 'cookie';

/** The two cookies of the console. Over https their names make browsers refuse them from elsewhere. */
export interface CookieJar {
  /** Who is signed in: sent by pages of this service alone. */
  readonly session: Cookie;
  /** A sign-in that has begun: it has to come back with a redirect from the issuer. */
  readonly login: Cookie;
}

interface Cookie {
  read(header: string | undefined): string | null;
  set(value: string, seconds: number): string;
  clear(): string;
}

const cookie = (name: string, sameSite: 'lax' | 'strict', secure: boolean): Cookie => {
  const full = secure ? `__Host-${name}` : name;
  const set = (value: string, maxAge: number): string =>
    stringifySetCookie({ name: full, value, maxAge, path: '/', httpOnly: true, sameSite, secure });
  return {
    read: (header) => parseCookie(header ?? '')[full] ?? null,
    set,
    clear: () => set('', 0),
  };
};

export const cookieJar = (publicUrl: string | null): CookieJar => {
  const secure = publicUrl?.startsWith('https:') === true;
  return {
    session: cookie('witness_session', 'strict', secure),
    login: cookie('witness_login', 'lax', secure),
  };
};
