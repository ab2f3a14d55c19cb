import { createServer } from 'node:http';
import { answerChatCompletion } from './model-chat-completions.mjs';
import { answerGenerateContent } from './model-generate-content.mjs';
import { answerMessages } from './model-messages.mjs';
import { answerResponses } from './model-responses.mjs';

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How agents that hide their tools let a model find one, and call what it found. */
const searches = [
  { search: 'ToolSearch', call: (name) => ({ name, args: {} }), made: 'input' },
  {
    search: 'tool_search',
    call: (name) => ({ name: 'tool_call', args: { name, arguments: {} } }),
    made: 'arguments',
  },
];

/** The tool as the agent names it, hidden behind its own tool search; null when it was searched for in vain. */
const searchFor = (wanted, { text, sinceTurn, offered }) => {
  const hidden = new RegExp(`mcp__[A-Za-z0-9_-]*${escaped(wanted)}\\b`).exec(text)?.[0];
  const way = searches.find(({ search }) => offered.includes(search));
  if (way === undefined) return null;
  // Where the agent has not said what it hides, by words.
  const query = hidden === undefined ? wanted : `select:${hidden}`;
  const isSearched = [`"query":"${query}`, `\\"query\\":\\"${query}`].some((text) =>
    sinceTurn.includes(text),
  );
  if (!isSearched) return { name: way.search, args: { query, max_results: 5 } };
  if (hidden === undefined) return null;
  const call = way.call(hidden);
  // What was found stands there in the same words, with another member behind the name.
  const isMade = sinceTurn.includes(`\\"name\\":\\"${hidden}\\",\\"${way.made}\\"`);
  return offered.includes(call.name) && !isMade ? call : null;
};

/**
 * Decides the model's next move: call each wanted tool that there is once per turn, by way of the agent's own tool search
 * when it hides its tools, then say that it is done.
 * @param {{ wanted: readonly string[], turn: string }} purpose
 * @param {{ offered: string[], conversation: unknown }} request  names of the offered tools, and all messages so far
 * @returns {{ name: string, args: object } | null}
 */
const nextMove = ({ wanted, turn }, { offered, conversation }) => {
  const text = JSON.stringify(conversation ?? []);
  const sinceTurn = text.slice(Math.max(0, text.lastIndexOf(turn)));
  for (const tool of wanted) {
    if (new RegExp(`"name":"[^"]*${escaped(tool)}"`).test(sinceTurn)) continue;
    const direct = offered.find((name) => name.endsWith(tool));
    if (direct) return { name: direct, args: {} };
    const search = searchFor(tool, { text, sinceTurn, offered });
    if (search) return search;
  }
  return null;
};

const read = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const routes = [
  [/\/chat\/completions/, answerChatCompletion],
  [/generateContent/i, answerGenerateContent],
  [/\/messages(\?|$)/, answerMessages],
  [/\/responses(\?|$)/, answerResponses],
];

const json = (response, body, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/**
 * A model that speaks the OpenAI, Anthropic and Gemini wire forms on loopback and calls each wanted tool once a turn.
 * @param {{ wantedTools: readonly string[], turn: string }} options  `turn` is text of the user's prompt that marks where a turn begins
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export const startStubModel = async ({ wantedTools, turn }) => {
  let answers = 0;
  const server = createServer(async (request, response) => {
    const text = await read(request);
    const body = text === '' ? {} : JSON.parse(text);
    const route = routes.find(([path]) => path.test(request.url));
    if (route) {
      answers += 1;
      const move = (asked) => nextMove({ wanted: wantedTools, turn }, asked);
      return route[1]({ id: `stub_${answers}`, url: request.url, body, response, move });
    }
    if (/countTokens|count_tokens/.test(request.url))
      return json(response, { totalTokens: 10, input_tokens: 10 });
    if (/\/models/.test(request.url))
      return json(response, { object: 'list', data: [{ id: 'stub', object: 'model' }], models: [] });
    return json(response, { error: { message: 'This stub model has no such route.' } }, 404);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};
