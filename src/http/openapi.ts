import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Of the HTTP interface, not of the package. */
const interfaceVersion = '1';

/** The OpenAPI 3.1 document of all routes of an application; `schemas` are those that routes name and no class describes. */
export const describeApi = (
  app: INestApplication,
  schemas: Readonly<Record<string, object>>,
): OpenAPIObject => {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Witness')
    .setDescription(
      'Which MCP servers an agent session was meant to get, was sent, connected to, loaded tools from and used. ' +
        'Positions are opaque, ordered by length and then by text. Errors are RFC 9457 problems with a stable `code`.',
    )
    .setVersion(interfaceVersion)
    .addServer('/')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'opaque',
        description:
          'An API key (`wk_…`), the token of an attempt (`wa_…`), or a JWT of the issuer that the settings name.',
      },
      'credential',
    )
    .addCookieAuth(
      'witness_session',
      {
        type: 'apiKey',
        in: 'cookie',
        name: 'witness_session',
        description: 'Of whoever signed in with the console; `__Host-witness_session` over https.',
      },
      'session',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const all = { ...document.components?.schemas, ...(schemas as Schemas) };
  return { ...document, components: { ...document.components, schemas: all } };
};
