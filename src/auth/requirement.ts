import { applyDecorators, type CustomDecorator, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { ApiProblems } from '../http/api-problems.ts';
import { type Scope } from './caller.ts';

export const requirementKey = 'witness:requirement';

/** What a route asks of its caller. A route that says nothing asks for `admin`. */
export type Requirement = 'public' | Scope;

/** Anybody may call the route, without a credential. */
export const Public = (): CustomDecorator => SetMetadata(requirementKey, 'public' satisfies Requirement);

/** The caller's credential must have the scope. */
export const RequireScope = (scope: Scope): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(requirementKey, scope satisfies Requirement),
    ApiBearerAuth('credential'),
    ApiProblems('unauthenticated', 'forbidden', 'foreign_host'),
  );
