// What a reverse proxy costs at the least: requests and answers piped, nothing looked at. Argument: the server's address.
import { Agent, createServer, request } from 'node:http';

const { hostname, port } = new URL(process.argv[2]);
const agent = new Agent({ keepAlive: true });
// Between two of its turns a client keeps its connections.
const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
  const { method, url: path, headers } = req;
  const outgoing = request({ agent, hostname, port, method, path, headers });
  outgoing.on('response', (answer) => {
    res.writeHead(answer.statusCode, answer.headers);
    answer.pipe(res);
  });
  req.pipe(outgoing);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
