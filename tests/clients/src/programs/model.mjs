// A model that calls one tool after the other and then ends. It stores its input.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** `dialect`: `path` of its requests, `toolsOf` and `resultsOf` what is sent, `callOf` and `textOf` as answers. */
export async function startModel(dialect) {
  let wanted = [];
  let seen = { tools: [], results: [] };
  const answerTo = (request) => {
    const tools = dialect.toolsOf(request);
    if (tools.length > seen.tools.length) seen.tools = tools;
    const results = dialect.resultsOf(request);
    if (results.length > seen.results.length) seen.results = results;
    const next = wanted[results.length];
    const tool = tools.find(({ name }) => isNamed(name, next?.name));
    return tool === undefined ? dialect.textOf('done') : dialect.callOf(tool.name, next.args, results.length + 1);
  };
  const answer = async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    if (request.method !== 'POST' || !dialect.path.test(request.url)) return void response.writeHead(404).end('{}');
    response.setHeader('content-type', 'text/event-stream');
    for (const { type, ...data } of answerTo(JSON.parse(text))) {
      if (type !== undefined) response.write(`event: ${type}\n`);
      response.write(`data: ${JSON.stringify(type === undefined ? data : { type, ...data })}\n\n`);
    }
    response.end();
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    get seen() {
      return seen;
    },
    expect: (calls) => {
      wanted = calls;
      seen = { tools: [], results: [] };
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Agents put the server's name before a tool's. */
const isNamed = (tool, name) => tool === name || ['_', '/', '-'].some((mark) => tool.endsWith(`${mark}${name}`));
