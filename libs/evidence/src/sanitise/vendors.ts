import { ALNUM, charSet, type CharSet, DIGIT, HEX, UPPER, WORD } from './chars.ts';

/** A credential that is known by how it begins. Lengths are open-ended: a fixed length leaves the tail of a longer one. */
export interface VendorShape {
  readonly id: string;
  readonly prefix: string;
  /** What the rest is made of. */
  readonly body: CharSet;
  /** Fewer characters than this after the prefix are ordinary text. */
  readonly least: number;
  /** Begins like a word: it must not stand within one, and the rest must hold a digit, a capital or a mask. */
  readonly wordlike?: boolean;
  readonly why: string;
}

const DOTTED = charSet('a-zA-Z0-9_.-');
const BASE64_TEXT = charSet('a-zA-Z0-9+/=_-');
const UPPER_DIGITS = (unit: number): boolean => UPPER(unit) || DIGIT(unit);

const shape = (
  id: string,
  prefix: string,
  least: number,
  more: Omit<Partial<VendorShape>, 'id' | 'prefix' | 'least'> & Pick<VendorShape, 'why'>,
): VendorShape => ({ id, prefix, least, body: WORD, ...more });

/** Longest prefix first. */
export const vendorShapes: readonly VendorShape[] = [
  shape('github-fine-grained', 'github_pat_', 8, { why: 'GitHub fine-grained token' }),
  shape('github-classic', 'ghp_', 8, { why: 'GitHub classic token' }),
  shape('github-oauth', 'gho_', 8, { why: 'GitHub OAuth token' }),
  shape('github-user', 'ghu_', 8, { why: 'GitHub user-to-server token', body: DOTTED }),
  shape('github-server', 'ghs_', 8, {
    why: 'GitHub server-to-server token; the long form is a JWT with dots',
    body: DOTTED,
  }),
  shape('github-refresh', 'ghr_', 8, { why: 'GitHub refresh token' }),
  shape('gitlab', 'glpat-', 8, { why: 'GitLab personal token', body: DOTTED }),
  shape('gitlab-deploy', 'gldt-', 8, { why: 'GitLab deploy token' }),
  shape('gitlab-runner', 'glrt-', 8, { why: 'GitLab runner token', body: DOTTED }),
  shape('gitlab-trigger', 'glptt-', 8, { why: 'GitLab trigger token' }),
  shape('aws-key', 'AKIA', 12, {
    why: 'AWS access key id: half of a pair, and it names the account',
    body: UPPER_DIGITS,
  }),
  shape('aws-session', 'ASIA', 12, { why: 'AWS temporary access key id', body: UPPER_DIGITS }),
  shape('slack-bot', 'xoxb-', 6, { why: 'Slack bot token' }),
  shape('slack-user', 'xoxp-', 6, { why: 'Slack user token' }),
  shape('slack-app', 'xoxa-', 6, { why: 'Slack app token' }),
  shape('slack-refresh', 'xoxr-', 6, { why: 'Slack refresh token' }),
  shape('slack-session', 'xoxs-', 6, { why: 'Slack session token' }),
  shape('slack-cookie', 'xoxc-', 6, { why: 'Slack client token' }),
  shape('slack-cookie-d', 'xoxd-', 6, {
    why: 'Slack cookie, percent-encoded',
    body: charSet('a-zA-Z0-9_%+/=-'),
  }),
  shape('slack-config', 'xoxe', 8, { why: 'Slack configuration token', body: DOTTED }),
  shape('slack-level', 'xapp-', 6, { why: 'Slack app-level token' }),
  shape('anthropic-openai', 'sk-', 16, {
    why: 'OpenAI and Anthropic keys, sk-proj- and sk-ant- too, also half masked',
    body: charSet('a-zA-Z0-9_*-'),
    wordlike: true,
  }),
  shape('openai-session', 'sess-', 24, { why: 'OpenAI session key', wordlike: true }),
  shape('stripe-secret', 'sk_live_', 8, { why: 'Stripe secret key' }),
  shape('stripe-test', 'sk_test_', 8, { why: 'Stripe test key' }),
  shape('stripe-restricted', 'rk_live_', 8, { why: 'Stripe restricted key' }),
  shape('stripe-restricted-test', 'rk_test_', 8, { why: 'Stripe restricted test key' }),
  shape('stripe-hook', 'whsec_', 8, { why: 'Stripe webhook secret', body: BASE64_TEXT }),
  shape('google-key', 'AIza', 20, { why: 'Google API key' }),
  shape('google-oauth', 'ya29.', 12, { why: 'Google OAuth token', body: DOTTED }),
  shape('google-secret', 'GOCSPX-', 12, { why: 'Google OAuth client secret' }),
  shape('npm', 'npm_', 20, { why: 'npm token', body: ALNUM }),
  shape('pypi', 'pypi-', 32, { why: 'PyPI token', wordlike: true }),
  shape('huggingface', 'hf_', 20, { why: 'Hugging Face token', body: ALNUM }),
  shape('digitalocean', 'dop_v1_', 16, { why: 'DigitalOcean token', body: HEX }),
  shape('sendgrid', 'SG.', 24, { why: 'SendGrid key', body: DOTTED, wordlike: true }),
  shape('notion', 'ntn_', 20, { why: 'Notion token', body: ALNUM }),
  shape('notion-secret', 'secret_', 32, { why: 'Notion integration secret', body: ALNUM, wordlike: true }),
  shape('linear', 'lin_api_', 16, { why: 'Linear key', body: ALNUM }),
  shape('figma', 'figd_', 16, { why: 'Figma token' }),
  shape('atlassian', 'ATATT3x', 16, { why: 'Atlassian token', body: BASE64_TEXT }),
  shape('databricks', 'dapi', 24, { why: 'Databricks token', body: HEX }),
  shape('hashicorp', 'hvs.', 16, { why: 'Vault token' }),
  shape('doppler', 'dp.pt.', 16, { why: 'Doppler token', body: ALNUM }),
  shape('groq', 'gsk_', 20, { why: 'Groq key', body: ALNUM }),
  shape('xai', 'xai-', 20, { why: 'xAI key', body: ALNUM, wordlike: true }),
  shape('perplexity', 'pplx-', 20, { why: 'Perplexity key', body: ALNUM, wordlike: true }),
  shape('witness', 'wk_', 8, { why: 'an API key of this service', wordlike: true }),
  shape('age', 'AGE-SECRET-KEY-', 16, { why: 'age identity', body: UPPER_DIGITS }),
  shape('azure-storage', 'AccountKey=', 16, { why: 'Azure storage key', body: BASE64_TEXT }),
  shape('azure-sas', 'sig=', 20, {
    why: 'Azure shared access signature',
    body: charSet('a-zA-Z0-9%+/=_-'),
    wordlike: true,
  }),
  shape('slack-hook', 'hooks.slack.com/', 8, {
    why: 'whoever has the path may post',
    body: charSet('a-zA-Z0-9/_-'),
  }),
  shape('discord-hook', 'discord.com/api/webhooks/', 8, {
    why: 'whoever has the path may post',
    body: charSet('a-zA-Z0-9/_-'),
  }),
  shape('teams-hook', 'webhook.office.com/', 8, {
    why: 'whoever has the path may post',
    body: charSet('a-zA-Z0-9/@_-'),
  }),
].sort((a, b) => b.prefix.length - a.prefix.length);
