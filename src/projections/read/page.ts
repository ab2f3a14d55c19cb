import type { SessionStatus } from '@mcp-witness/evidence';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { Problem } from '../../http/problem.ts';
import { decodeCursor, encodeCursor, type ListCursor } from './list-cursor.ts';
import type { SessionPage } from './list-sessions.ts';

/** Which page of sessions a caller asks for. */
export class PageQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 50 })
  @IsOptional()
  @Matches(/^([1-9]\d?|1\d\d|200)$/)
  limit?: string;

  @ApiPropertyOptional({ type: String, description: 'Opaque; `next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @Length(1, 200)
  cursor?: string;
}

const defaultLimit = 50;

export interface Page {
  readonly limit: number;
  readonly cursor: ListCursor | undefined;
}

/** Which page is asked for. Throws `invalid` for a cursor that is none of ours. */
export function pageOf({ limit, cursor }: PageQuery): Page {
  const decoded = cursor === undefined ? undefined : decodeCursor(cursor);
  if (decoded === null)
    throw new Problem('invalid', { errors: [{ pointer: '/cursor', code: 'unknown_cursor' }] });
  return { limit: limit === undefined ? defaultLimit : Number(limit), cursor: decoded };
}

interface Reply {
  header(name: string, value: string): unknown;
}

/** How a page of sessions is answered: those that are connected apart. */
export interface SessionList {
  readonly connected: readonly SessionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly next_cursor: string | null;
}

/** A page as `path` answers it, which was asked for by `query`. */
export const listOf = (
  { sessions, next }: SessionPage,
  { reply, path, query }: { readonly reply: Reply; readonly path: string; readonly query: object },
): SessionList => ({
  connected: sessions.filter((session) => session.connected),
  sessions: sessions.filter((session) => !session.connected),
  next_cursor: linkNext(reply, path, query, next),
});

/** The cursor of the next page, also as a `Link` beside the same filters. Null on the last page. */
export function linkNext(reply: Reply, path: string, query: object, next: ListCursor | null): string | null {
  if (next === null) return null;
  const cursor = encodeCursor(next);
  const parameters = new URLSearchParams({ ...(query as Record<string, string>), cursor });
  reply.header('link', `<${path}?${parameters.toString()}>; rel="next"`);
  return cursor;
}
