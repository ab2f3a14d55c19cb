/** Words that follow `token`, `Bearer`, `password:` and their like in sentences. They say something about a secret, and are none. */
const PROSE = new Set(
  (
    'a absent accepted access and api argument arguments option flag parameter via when but specified supplied can may be environment file instead before after apikey api-key are auth authentication authorization based basic bearer bad blank body ' +
    'cannot challenge changed configured could credential credentials denied did disabled does empty enabled encrypted error ' +
    'error_description exceeded expected expired failed failure false for forbidden format from found given handler has have ' +
    'header headers hidden http https id if in incorrect invalid is it jwt key length limit login mandatory malformed masked ' +
    'method mismatch missing mode must name needed nil no none not null oauth oauth2 of ok oidc omitted on only openid optional or ' +
    'param parameter passed path permitted plain prefix present provided realm received refresh rejected removed required ' +
    'revoked scheme scope secret set should string succeeded success support supported text that the this to token tokens too true ' +
    'type unauthorized undefined unexpected unknown unset unsupported updated url used valid validation value was were with ' +
    'without wrong'
  ).split(' '),
);

/** Nothing longer is a word, and a long text is not looked through again and again. */
const LONGEST = 40;

/** Whether a word, or the first part of a compound (`token-based`, `realm=`), is one of those, whatever its case. */
export function isProse(word: string): boolean {
  if (word.length > LONGEST) return false;
  const bare = word.toLowerCase();
  return PROSE.has(bare) || PROSE.has(bare.split(/[=.:,;!?)-]/, 1)[0] ?? '');
}
