import { eventStream } from './server-sent-events.mjs';

/** Tools of an MCP server come in a namespace; a call names both. */
const toolsIn = (tools) =>
  tools.flatMap(({ type, name, tools: inside }) =>
    type === 'namespace'
      ? inside.map((tool) => ({ name: tool.name, namespace: name }))
      : [{ name: name ?? type }],
  );

/** OpenAI responses, streamed. */
export const answerResponses = ({ id, body, response, move }) => {
  const tools = toolsIn(body.tools ?? []);
  const next = move({ offered: tools.map(({ name }) => name), conversation: body.input });
  const item = next
    ? {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: `call_${id}`,
        status: 'completed',
        ...tools.find(({ name }) => name === next.name),
        arguments: JSON.stringify(next.args),
      }
    : {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
      };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const whole = { id, object: 'response', created_at: 1, model: body.model ?? 'stub', tools: [], usage };
  const send = eventStream(response);
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...whole, status: 'completed', output: [item] } },
  ];
  events.forEach((event, sequence_number) => send({ ...event, sequence_number }, event.type));
  response.end();
};
