import { fromJsonSchema, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (value) => ({ type: 'text', text: value });
const image = { type: 'image', mimeType: 'image/png', data: png };
const embedded = (uri) => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
});
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const plainTools = (server) => {
  const answers = {
    test_simple_text: { content: [text('This is a simple text response for testing.')] },
    test_image_content: { content: [image] },
    test_audio_content: { content: [{ type: 'audio', mimeType: 'audio/wav', data: wav }] },
    test_embedded_resource: { content: [embedded('test://embedded-resource')] },
    test_multiple_content_types: {
      content: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')],
    },
    test_error_handling: {
      isError: true,
      content: [text('This tool intentionally returns an error for testing')],
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    server.registerTool(name, { description: name }, () => answer);
  }
};

const talkingTools = (server) => {
  server.registerTool('test_tool_with_logging', { description: 'Logs.' }, async (ctx) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await pause(20);
    }
    return { content: [text('done')] };
  });
  server.registerTool('test_tool_with_progress', { description: 'Progresses.' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await ctx.mcpReq.notify({ method: 'notifications/progress', params });
      }
      await pause(20);
    }
    return { content: [text('done')] };
  });
  const prompt = z.object({ prompt: z.string() });
  server.registerTool(
    'test_sampling',
    { description: 'Samples.', inputSchema: prompt },
    async (args, ctx) => {
      const messages = [{ role: 'user', content: text(args.prompt) }];
      const answer = await ctx.mcpReq.requestSampling({ messages, maxTokens: 100 });
      return { content: [text(`LLM response: ${answer.content.text}`)] };
    },
  );
};

const asking = {
  test_elicitation: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const askingTools = (server) => {
  for (const [name, properties] of Object.entries(asking)) {
    const inputSchema = z.object({ message: z.string().optional() });
    server.registerTool(
      name,
      { description: name, inputSchema },
      async ({ message = 'Please answer' }, ctx) => {
        const requestedSchema = { type: 'object', properties, required: [] };
        const answer = await ctx.mcpReq.elicitInput({ message, requestedSchema });
        return { content: [text(`User response: ${JSON.stringify(answer)}`)] };
      },
    );
  }
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  });
  server.registerTool('json_schema_2020_12_tool', { description: 'Has a schema.', inputSchema }, () => ({
    content: [text('ok')],
  }));
};

const resources = (server) => {
  const one = (uri, mimeType, body) => ({ contents: [{ uri, mimeType, ...body }] });
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, ({ href }) =>
    one(href, 'text/plain', { text: 'This is the content of the static text resource.' }),
  );
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) =>
    one(href, 'image/png', { blob: png }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) =>
    one(href, 'application/json', {
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }),
  );
};

const prompts = (server) => {
  const user = (...contents) => ({ messages: contents.map((content) => ({ role: 'user', content })) });
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () =>
    user(text('This is a simple prompt for testing.')),
  );
  const two = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two.', argsSchema: two },
    ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  const where = z.object({ resourceUri: z.string() });
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds.', argsSchema: where },
    ({ resourceUri }) => user(embedded(resourceUri), text('Please process the embedded resource above.')),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Shows.' }, () =>
    user(image, text('Please analyze the image above.')),
  );
};

/** A new server with every fixture. */
export const everything = () => {
  const server = new McpServer(
    { name: 'everything', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} } },
  );
  for (const add of [plainTools, talkingTools, askingTools, resources, prompts]) add(server);
  return server;
};
