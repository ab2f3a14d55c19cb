/** What the name of a setting, header or member says about its value. */
export type KeyKind =
  /** Names a secret and nothing else: `api_key`, `X-Auth`, `password`. */
  | 'secret'
  /** May name a secret, or be a word of a sentence: `key`, `PASS`, `auth-smoke`. */
  | 'doubtful'
  | 'harmless';

/** Parts that make a compound name a secret's, whatever stands before them. */
const SECRET_PART =
  /^(?:key|pass|pat|auth|authorization|sig|signature|sid|sessionid|pwd|creds|credentials?|passcode|otp|jwt|(?:[a-z]*)(?:token|secret|password|passwd|passphrase|cookie|secrets|cookies|apikey|accesskey|secretkey|privatekey|accountkey|sharedkey|signingkey|authkey|authtoken|dbpass|userpass|bearer|basicauth))$/;

/** Alone, these are words as well. */
const WORDS: ReadonlySet<string> = new Set([
  ...[
    'key',
    'pass',
    'auth',
    'token',
    'cookie',
    'cookies',
    'secrets',
    'jwt',
    'bearer',
    'sid',
    'otp',
    'pat',
    'sig',
    'signature',
  ],
]);

/** Before `key` or `token` with a space between, these make it a name: `API key: …`. */
const QUALIFIERS: ReadonlySet<string> = new Set(
  'access account api app auth bearer client deploy id license personal private refresh secret session signing subscription'.split(
    ' ',
  ),
);

/** As the last part, these say that the value tells of a secret and is none: `token_type`, `max-token-count`. */
const DESCRIBING: ReadonlySet<string> = new Set(
  (
    'algorithm budget count enabled error errors expired expires expiry format kind length level limit max method missing min mode ' +
    'name number policy provider required scheme size status strategy supported ttl type usage used valid version'
  ).split(' '),
);

/** Names that hold other names and values. */
const HOLDERS: ReadonlySet<string> = new Set(
  'args argv arguments env environ environment environmentvariables headers envs'.split(' '),
);

/** `GITHUB_TOKEN`, `x-api-key`, `accessToken` and `APIKey2`, each by its parts in small letters, trailing digits left off. */
function partsOf(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((part) => part.replace(/[0-9]+$/, ''))
    .filter((part) => part !== '');
}

/** Every name of a secret holds one of these: most names are passed over by this alone. */
const STEMS = /key|pass|pat|auth|sig|sid|sess|pwd|cred|otp|jwt|token|secret|cookie|bearer/i;
const HOLDER_STEMS = /arg|env|head/i;

/** Whether a name is a secret's. `before` is the word in front of it, where a space stands between. */
export function kindOfKey(key: string, before = ''): KeyKind {
  if (!STEMS.test(key)) return 'harmless';
  const parts = partsOf(key);
  const last = parts.at(-1) ?? '';
  if (!parts.some((part) => SECRET_PART.test(part)) || DESCRIBING.has(last)) return 'harmless';
  if (parts.length === 1) {
    return WORDS.has(last) && !QUALIFIERS.has(before.toLowerCase()) ? 'doubtful' : 'secret';
  }
  return SECRET_PART.test(last) ? 'secret' : 'doubtful';
}

/** `env`, `config.headers`, `args` and their like. */
export function isHolder(key: string): boolean {
  return HOLDER_STEMS.test(key) && HOLDERS.has(partsOf(key).at(-1) ?? '');
}

/** Members of JSON in messages that say what went wrong. Text of any other member is not for us. */
const TELLING: ReadonlySet<string> = new Set(
  (
    'category cause code detail details err errno error errors event expected field hint id info jsonrpc keyword kind level message ' +
    'method msg name params path phase property protocolversion reason received requestid result server serverinfo severity signal ' +
    'stage status statuscode statustext syscall time timestamp title tool ts type version warning'
  ).split(' '),
);

export function isTelling(key: string): boolean {
  return TELLING.has(key.toLowerCase().replace(/[^a-z]/g, ''));
}
