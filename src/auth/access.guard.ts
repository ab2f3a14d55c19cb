import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Problem } from '../http/problem.ts';
import { Authenticator, bearerOf } from './authenticator.ts';
import { type RequestWithCaller } from './caller.ts';
import { type Requirement, requirementKey } from './requirement.ts';

/** Lets a request through when its credential has what the route asks for. Sockets authenticate for themselves. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const places = [context.getHandler(), context.getClass()];
    const requirement =
      this.reflector.getAllAndOverride<Requirement | undefined>(requirementKey, places) ?? 'admin';
    if (requirement === 'public') return true;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const caller = await this.authenticator.authenticate(bearerOf(request.headers.authorization));
    if (caller === null) throw new Problem('unauthenticated');
    if (!caller.scopes.has(requirement)) throw new Problem('forbidden');
    request.caller = caller;
    return true;
  }
}
