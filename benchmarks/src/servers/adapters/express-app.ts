import type { ServerResponse } from 'node:http';
import { mountTools } from '@toolwire/express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { announce } from '../announce.ts';
import { watchTaking } from '../by-hand/checked-server.ts';
import { type Answer, answerCall, answerHeaders, answerUnreadable } from './hand-written-call.ts';
import { readSide } from './side.ts';
import { calculatorServer } from './tool-server.ts';

/** Serves the call in an app of either version of Express. All sides have the same parser, and `unread` comes before it. */
export function serveExpress(createApp: typeof express): void {
  const side = readSide(process.argv[2]);
  const app = createApp();
  if (side === 'unread') app.use('/ai', mountTools(calculatorServer()));
  app.use(express.json());
  if (side === 'parsed') app.use('/ai', mountTools(calculatorServer()));
  if (side === 'hand-written') addRoute(app);
  const server = app.listen(0, '127.0.0.1', () => announce(server.address()));
}

function addRoute(app: Express): void {
  app.post('/ai/tools/call', async (request, response) => send(response, await answerCall(request, request.body)));
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    send(response, answerUnreadable()),
  );
}

// Not `response.json()`: that adds a charset and an ETag, which costs time, and would be another answer.
function send(response: ServerResponse, { status, text }: Answer): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { ...answerHeaders, 'content-length': Buffer.byteLength(text) }).end(text);
  if (response.writableLength > 0) watchTaking(response.req.socket);
}
