import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.ts';
import { type Scope } from './caller.ts';

export const requirementKey = 'witness:requirement';

/** What a route asks of its caller. A route that says nothing asks for `admin`. */
export type Requirement = 'public' | Scope;

const publicConfig = { witness_public: true } as const;

/** Anybody may call the route, without a credential. */
export const Public = (): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(requirementKey, 'public' satisfies Requirement),
    RouteConfig({ ...publicConfig }),
  );

/** Whether the server below was told that the route is public: only methods that are so by themselves say it there. */
export const isPublicRoute = (config: object): boolean => 'witness_public' in config;

/** The caller's credential must have the scope. */
export const RequireScope = (scope: Scope): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(requirementKey, scope satisfies Requirement),
    ApiBearerAuth('credential'),
    ApiCookieAuth('session'),
    ApiProblems('unauthenticated', 'forbidden', 'foreign_host', 'foreign_origin', 'rate_limited'),
  );
