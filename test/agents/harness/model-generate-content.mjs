import { eventStream } from './server-sent-events.mjs';

/** What Gemini's own side questions (routing, next speaker) want to hear, in one object. */
const sideAnswer = JSON.stringify({
  complexity_reasoning: 'simple',
  complexity_score: 1,
  reasoning: 'simple',
  model_choice: 'flash',
  next_speaker: 'user',
});

/** Gemini generateContent and streamGenerateContent. */
export const answerGenerateContent = ({ id, url, body, response, move }) => {
  const next = move({
    offered: (body.tools ?? []).flatMap((tool) => (tool.functionDeclarations ?? []).map((f) => f.name)),
    conversation: body.contents,
  });
  const wantsJson = body.generationConfig?.responseMimeType === 'application/json';
  const part = next
    ? { functionCall: { name: next.name, args: next.args } }
    : { text: wantsJson ? sideAnswer : 'Done.' };
  const answer = {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'stub',
    responseId: id,
  };
  if (!/streamGenerateContent/.test(url)) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    return;
  }
  eventStream(response)(answer);
  response.end();
};
