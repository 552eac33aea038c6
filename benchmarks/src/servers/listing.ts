import { createServer } from 'node:http';
import type { HttpResponse } from '@toolwire/core/wire';
import { createNodeListener } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { manyTools } from '../calculator.ts';
import { announce } from './announce.ts';

const { handle } = createToolServer({ tools: manyTools(Number(process.argv[2])), wires: [otc()] });

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
