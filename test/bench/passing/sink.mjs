// Stands for the service, in a process of its own: takes all evidence and keeps none; says its address.
import { createServer } from 'node:http';

const receipt = JSON.stringify({ accepted: 0, duplicates: 0, rejected: [], position: '1' });
const server = createServer((req, res) => {
  req.resume();
  req.on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end(receipt));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
