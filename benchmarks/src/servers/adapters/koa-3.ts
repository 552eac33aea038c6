import { bodyParser } from '@koa/bodyparser';
import { answerBodyErrors, mountTools } from '@toolwire/koa';
import Koa from 'koa';
import mount from 'koa-mount';
import { announce } from '../announce.ts';
import { watchTaking } from '../by-hand/checked-server.ts';
import { answerCall, answerHeaders } from './hand-written-call.ts';
import { readSide } from './side.ts';
import { calculatorServer } from './tool-server.ts';

const side = readSide(process.argv[2]);
const app = new Koa();
switch (side) {
  case 'unread':
    app.use(mount('/ai', mountTools(calculatorServer())));
    break;
  case 'parsed': {
    const server = calculatorServer();
    app.use(mount('/ai', answerBodyErrors(server)));
    app.use(bodyParser());
    app.use(mount('/ai', mountTools(server)));
    break;
  }
  case 'hand-written':
    // A body that is not JSON is undefined, and the route refuses the call.
    app.use(bodyParser({ onError: () => undefined }));
    app.use(mount('/ai', answerAsRoute));
    break;
}

async function answerAsRoute(context: Koa.Context, next: Koa.Next): Promise<void> {
  if (context.method !== 'POST' || context.path !== '/tools/call') {
    await next();
    return;
  }
  const { status, text } = await answerCall(context.req, context.request.body);
  watchTaking(context.req.socket);
  context.status = status;
  context.set(answerHeaders);
  context.body = text;
}

const server = app.listen(0, '127.0.0.1', () => announce(server.address()));
