import { randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import { createFrameNotes } from '../sentinels/frame-notes.mjs';
import { bodyOf, watchAnswer } from '../sentinels/watch-answer.mjs';

/** Passes one exchange on to `target`, and the answer back as it comes. */
const passOn = (req, res, body, target) => {
  const headers = { ...req.headers, host: new URL(target).host };
  const onward = request(target, { method: req.method, headers }, (answer) => {
    res.writeHead(answer.statusCode, answer.headers);
    res.flushHeaders();
    answer.on('data', (chunk) => res.write(chunk));
    answer.on('end', () => res.end());
    answer.on('error', () => res.destroy());
  });
  onward.on('error', () => res.destroy());
  res.on('close', () => onward.destroy());
  onward.end(body);
};

/** A reverse proxy on loopback before one MCP server, which writes down what that server answered. */
export const startNotingProxy = async ({ server, note }) => {
  const frames = createFrameNotes(note);
  const targets = [];
  const serve = async (req, res) => {
    const { target, attempt } = targets[Number(req.url.slice(1))] ?? {};
    if (target === undefined) return res.writeHead(404).end();
    const body = await bodyOf(req);
    const asked = req.headers['mcp-session-id'];
    const exchange = randomUUID();
    if (body !== '') frames.asked(exchange, JSON.parse(body));
    watchAnswer(res, (answer, headerOf) => {
      const connection = asked ?? headerOf('mcp-session-id');
      frames.answered(exchange, answer, { server, attempt, connection });
    });
    if (req.method === 'DELETE') note({ server, attempt, connection: asked, closed: 'deleted' });
    return passOn(req, res, body, target);
  };
  const proxy = createServer((req, res) => void serve(req, res).catch(() => res.destroy()));
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    urlFor: (target, attempt) =>
      `http://127.0.0.1:${proxy.address().port}/${targets.push({ target, attempt }) - 1}`,
  };
};
