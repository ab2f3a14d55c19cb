import { ApiOkResponse, type ApiResponseOptions } from '@nestjs/swagger';

/** The part of an answer that routes write to themselves. */
export interface Reply {
  header(name: string, value: string): unknown;
  status(code: number): unknown;
}

type Headers = ApiResponseOptions['headers'];

/** Documents a 200 whose body is one of the report schemas. */
export const ApiReport = (
  schema: string,
  { headers }: { readonly headers?: Headers } = {},
): MethodDecorator =>
  ApiOkResponse({
    ...(headers === undefined ? {} : { headers }),
    description: '',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  });

export const linkHeader: Headers = {
  Link: { description: 'The next page, `rel="next"`, where there is one.', schema: { type: 'string' } },
};

export const reportHeaders: Headers = {
  ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } },
  'Witness-Position': {
    description:
      'Everything up to this place of the log is in the report. Less than `min_position`: it could not be waited for.',
    schema: { type: 'string' },
  },
};
