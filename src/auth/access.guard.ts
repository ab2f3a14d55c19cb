import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isLoopback } from '../config/loopback.ts';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { Problem } from '../http/problem.ts';
import { type RequestWithCaller } from './caller.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { type Requirement, requirementKey } from './requirement.ts';

/**
 * Lets a request through when its credential has what the route asks for. Where none is needed, the request must name
 * this machine: a page from elsewhere could reach it under a name of its own. Sockets authenticate for themselves.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly doorkeeper: Doorkeeper,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const places = [context.getHandler(), context.getClass()];
    const requirement =
      this.reflector.getAllAndOverride<Requirement | undefined>(requirementKey, places) ?? 'admin';
    if (requirement === 'public') return true;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    if (this.settings.auth === 'none' && !isLoopback(request.hostname)) throw new Problem('foreign_host');
    const caller = request.caller ?? (await this.doorkeeper.admit(request.raw));
    if (caller === null) throw new Problem('unauthenticated');
    if (!caller.scopes.has(requirement)) throw new Problem('forbidden');
    request.caller = caller;
    return true;
  }
}
