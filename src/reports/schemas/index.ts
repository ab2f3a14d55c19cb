import { attemptSchemas } from './attempt.ts';
import { diagnosticsSchema } from '../diagnostics/diagnostics.schema.ts';
import type { Schema } from '../../http/schema.ts';
import { serverSchemas } from './server.ts';
import { sessionSchemas } from './session.ts';

/** Component schemas of everything that reports are made of, by name, for the OpenAPI document. */
export const reportSchemas: Readonly<Record<string, Schema>> = {
  ...serverSchemas,
  ...attemptSchemas,
  ...sessionSchemas,
  Diagnostics: diagnosticsSchema,
};
