import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';

/** What a credential may allow. */
export const scopes = ['evidence:write', 'reports:read', 'audit:read', 'operations:run', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** The tenant of a service that serves one. */
export const defaultTenant = 'default';

/** Who asks, as far as their credential says. */
export interface Caller {
  readonly tenant_id: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Set when the credential is an attempt's own token: it may write evidence of this attempt and nothing else. */
  readonly attachment_attempt_id: string | null;
  /** Who it is within the tenant: `key:<key_id>`, `attempt:<id>`, `subject:<sub>`; `anyone` where nobody is asked. */
  readonly actor: string;
  /** Requests a minute; null: as many as the settings say. */
  readonly rate_limit: number | null;
}

export interface RequestWithCaller extends FastifyRequest {
  caller?: Caller;
}

/** The caller of a request that went through the guard. */
export const callerOf = (request: RequestWithCaller): Caller => {
  if (request.caller === undefined) throw new Error('The route is public: it has no caller.');
  return request.caller;
};

/** Parameter of a route: its {@link Caller}. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<RequestWithCaller>()),
);
