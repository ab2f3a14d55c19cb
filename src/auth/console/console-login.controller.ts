import { Controller, Get, HttpCode, HttpStatus, Inject, Post, Req, Res } from '@nestjs/common';
import {
  ApiExcludeEndpoint,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import { ApiProblems } from '../../http/api-problems.ts';
import { Problem } from '../../http/problem.ts';
import { hashOf } from '../credentials.ts';
import { Doorkeeper } from '../doorkeeper.ts';
import { type DiscoveredIssuer, ISSUER, type Issuer } from '../oidc/issuer.ts';
import { Public } from '../requirement.ts';
import { CONSOLE_SESSIONS, type ConsoleSessions } from './console-sessions.ts';
import { cookieJar } from './cookies.ts';
import { isFromOwnPage } from './own-page.ts';
import { beginLogin, decodeLogin, encodeLogin, finishLogin, mintSessionCookie } from './sign-in.ts';
import { type SignedIn, SignedInBody } from './signed-in.body.ts';

const loginSeconds = 600;
const sessionSeconds = 8 * 3_600;
const callbackPath = '/auth/callback';

/**
 * Signs people in with the console: authorisation code with PKCE at the issuer, a cookie here. The two routes that only
 * send a browser on are not in the OpenAPI document: no client calls them.
 */
@ApiTags('console')
@Controller('auth')
export class ConsoleLoginController {
  readonly #cookies;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(ISSUER) private readonly issuer: Issuer | null,
    @Inject(CONSOLE_SESSIONS) private readonly sessions: ConsoleSessions,
    private readonly doorkeeper: Doorkeeper,
  ) {
    this.#cookies = cookieJar(settings.publicUrl);
  }

  @Get('session')
  @Public()
  @ApiOperation({
    operationId: 'getSignIn',
    security: [],
    summary: 'Who is signed in with this browser, and where one could sign in.',
  })
  @ApiOkResponse({ type: SignedInBody, description: 'Nobody where `subject` is null.' })
  @ApiProblems('foreign_origin', 'rate_limited')
  async session(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    void reply.header('cache-control', 'no-store');
    const sign_in = this.issuer === null ? null : '/auth/login';
    const hasCookie = this.#cookies.session.read(request.headers.cookie) !== null;
    const caller = this.issuer !== null && hasCookie ? await this.doorkeeper.admit(request.raw, null) : null;
    if (caller === null) return { sign_in, subject: null, tenant_id: null, scopes: [] };
    const subject = caller.actor.replace(/^subject:/, '');
    return { sign_in, subject, tenant_id: caller.tenant_id, scopes: [...caller.scopes] };
  }

  @Get('login')
  @Public()
  @ApiExcludeEndpoint()
  async login(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { client } = await this.#discovered();
    const { url, begun } = await beginLogin(client, this.#callbackUrl(request));
    void reply
      .header('set-cookie', this.#cookies.login.set(encodeLogin(begun), loginSeconds))
      .header('cache-control', 'no-store')
      .redirect(url.href, HttpStatus.FOUND);
  }

  @Get('callback')
  @Public()
  @ApiExcludeEndpoint()
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { client } = await this.#discovered();
    const cookies = [this.#cookies.login.clear()];
    const refusal = await this.#finish(client, request, cookies);
    void reply
      .header('set-cookie', cookies)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(refusal === null ? '/' : `/#/sign-in/${refusal}`, HttpStatus.FOUND);
  }

  @Post('logout')
  @Public()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({
    operationId: 'signOut',
    security: [],
    summary: 'Signs out here, in every process at once.',
  })
  @ApiNoContentResponse({ description: 'Nobody is signed in with this browser any more.' })
  @ApiProblems('foreign_origin')
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const cookie = this.#cookies.session.read(request.headers.cookie);
    if (cookie === null) return;
    if (!isFromOwnPage(request.raw, this.settings.publicUrl)) throw new Problem('foreign_origin');
    await this.sessions.remove(hashOf(cookie));
    void reply.header('set-cookie', this.#cookies.session.clear());
  }

  /** Null: signed in. */
  async #finish(
    client: DiscoveredIssuer['client'],
    request: FastifyRequest,
    cookies: string[],
  ): Promise<'failed' | 'nothing_allowed' | null> {
    const begun = decodeLogin(this.#cookies.login.read(request.headers.cookie));
    if (begun === null) return 'failed';
    const answer = new URL(this.#callbackUrl(request));
    answer.search = request.url.split('?').slice(1).join('?');
    const grant = await finishLogin(client, answer, begun).catch(() => null);
    if (grant === null) return 'failed';
    const cookie = mintSessionCookie();
    const isLetIn =
      grant.scopes.length > 0 && (await this.sessions.add(grant, hashOf(cookie), sessionSeconds));
    if (!isLetIn) return 'nothing_allowed';
    cookies.push(this.#cookies.session.set(cookie, sessionSeconds));
    return null;
  }

  #callbackUrl(request: FastifyRequest): string {
    return `${this.settings.publicUrl ?? `http://${request.host}`}${callbackPath}`;
  }

  async #discovered(): Promise<DiscoveredIssuer> {
    if (this.issuer === null) throw new Problem('not_found');
    try {
      return await this.issuer();
    } catch (cause) {
      throw new Problem('unavailable', { retryAfterSeconds: 5, cause });
    }
  }
}
