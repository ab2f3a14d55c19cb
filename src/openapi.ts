import { previewApp } from './app.preview.ts';
import { documentedSchemas } from './app.schemas.ts';
import { describeApi } from './http/openapi.ts';

/** The text of the OpenAPI document that the service serves. */
export const openApiText = async (): Promise<string> =>
  `${JSON.stringify(describeApi(await previewApp(), documentedSchemas), null, 2)}\n`;
