import { eventStream } from './server-sent-events.mjs';

const streamed = (send, message, block, stopReason) => {
  const isTool = block.type === 'tool_use';
  const start = isTool ? { ...block, input: {} } : { ...block, text: '' };
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    : { type: 'text_delta', text: block.text };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: 'message_stop' },
  ];
  for (const event of events) send(event, event.type);
};

/** Anthropic messages, streamed or whole. */
export const answerMessages = ({ id, body, response, move }) => {
  const next = move({
    offered: (body.tools ?? []).map((tool) => tool.name ?? ''),
    conversation: body.messages,
  });
  const block = next
    ? { type: 'tool_use', id: `toolu_${id}`, name: next.name, input: next.args }
    : { type: 'text', text: 'Done.' };
  const stopReason = next ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: body.model ?? 'stub', usage };

  if (!body.stream) {
    const whole = { ...message, content: [block], stop_reason: stopReason, stop_sequence: null };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  streamed(
    eventStream(response),
    { ...message, content: [], stop_reason: null, stop_sequence: null },
    block,
    stopReason,
  );
  response.end();
};
