import { createNodeListener, type HttpResponse, toolwire } from 'toolwire';
import { createServer } from 'node:http';
import { manyTools } from '../calculator.ts';
import { announce } from './announce.ts';

const { handle } = toolwire({ tools: manyTools(Number(process.argv[2])) });

let handlerMilliseconds = 0;
const timed: typeof handle = (request) => {
  const startedAt = performance.now();
  // A listing is answered at once: there is nothing to wait for.
  const answer = handle(request) as HttpResponse;
  handlerMilliseconds += performance.now() - startedAt;
  return answer;
};

const server = createServer(createNodeListener({ handle: timed }));
server.listen(0, '127.0.0.1', () => announce(server.address(), () => handlerMilliseconds * 1000));
