import { eventStream } from './server-sent-events.mjs';

/** OpenAI chat completions, streamed or whole. */
export const answerChatCompletion = ({ id, body, response, move }) => {
  const next = move({
    offered: (body.tools ?? []).map((tool) => tool.function?.name ?? ''),
    conversation: body.messages,
  });
  const call = next && {
    id: `call_${id}`,
    type: 'function',
    function: { name: next.name, arguments: JSON.stringify(next.args) },
  };
  const finish = next ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const base = { id, created: 1, model: body.model ?? 'stub' };
  const message = call
    ? { role: 'assistant', content: null, tool_calls: [call] }
    : { role: 'assistant', content: 'Done.' };

  if (!body.stream) {
    const whole = {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: finish, message }],
      usage,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  const send = eventStream(response);
  const delta = call ? { ...message, tool_calls: [{ index: 0, ...call }] } : message;
  const chunk = { ...base, object: 'chat.completion.chunk' };
  send({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] });
  send({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage });
  send('[DONE]');
  response.end();
};
