import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { type ProblemCode, problems } from './problem.ts';

class ProblemErrorBody {
  @ApiProperty({ type: String, description: 'JSON pointer into the body, or the name of a parameter.' })
  pointer!: string;

  @ApiProperty({ type: String })
  code!: string;
}

/** RFC 9457 problem details. */
class ProblemBody {
  @ApiProperty({ type: String, format: 'uri-reference' })
  type!: string;

  @ApiProperty({ type: String })
  title!: string;

  @ApiProperty({ type: 'integer' })
  status!: number;

  @ApiProperty({ type: String, description: 'Stable; more may be added.' })
  code!: string;

  @ApiPropertyOptional({ type: [ProblemErrorBody] })
  errors?: ProblemErrorBody[];
}

const describe = (status: number, codes: readonly ProblemCode[]): MethodDecorator & ClassDecorator =>
  ApiResponse({
    status,
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join(' '),
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemBody) } } },
  });

/** Documents the problems that a route answers with; every route may fail with `internal` and `unavailable`. */
export const ApiProblems = (...codes: readonly ProblemCode[]): MethodDecorator & ClassDecorator => {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of [...codes, 'internal', 'unavailable'] as const) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return applyDecorators(
    ApiExtraModels(ProblemBody),
    ...[...byStatus].map(([status, list]) => describe(status, list)),
  );
};
