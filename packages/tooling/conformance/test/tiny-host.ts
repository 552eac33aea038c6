import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contextValues, type MaybePromise } from '@toolwire/core';
import { createContextReader, createPathTest, type HostCaller } from '@toolwire/core/internal';
import type { HostBody, HostRequest, HttpResponse } from '@toolwire/core/wire';
import { type HostApp, listenOn, type MountHost, type ToolMount } from '../src/vitest.ts';

/** The steps of a host, each of which a test may spoil. */
export interface HostSteps {
  /** The path and query below a mount, or nothing when it is elsewhere. */
  readonly below: (url: string, prefix: string) => string | undefined;
  readonly header: (request: IncomingMessage, name: string) => string | undefined;
  readonly signalOf: (request: IncomingMessage, response: ServerResponse) => AbortSignal;
  readonly values: (mount: ToolMount, request: IncomingMessage, url: string) => ReturnType<ToolMount['values']>;
  readonly caller: (mount: ToolMount, request: IncomingMessage, url: string) => MaybePromise<HostCaller | undefined>;
  /** What the app's own parser leaves, or why it could not. */
  readonly parse: (request: IncomingMessage, limit: number) => Promise<HostBody | undefined>;
  readonly read: (request: IncomingMessage, maxBytes: number) => Promise<HostBody>;
  readonly guard: (app: HostApp, request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** How the server's response to a rejected body is handled. */
  readonly refusal: (answer: HttpResponse) => HttpResponse | undefined;
  readonly notFound: (mount: ToolMount) => HttpResponse | undefined;
  readonly write: (answer: HttpResponse, request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Mounts on a small host written by hand: right, until one of its steps is replaced by a broken one. */
export function tinyHost(brokenSteps: Partial<HostSteps> = {}): MountHost {
  const steps = { ...rightSteps, ...brokenSteps };
  return (app) =>
    listenOn((request, response) => {
      answer(app, steps, request, response).catch(() =>
        response.headersSent ? response.destroy() : response.writeHead(500).end('Something went wrong'),
      );
    });
}

async function answer(
  app: HostApp,
  steps: HostSteps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  app.front(request, response, () => undefined);
  const left = app.parser && (await steps.parse(request, app.parser.limit));
  const refused = left?.kind === 'unreadable';
  if (!refused) await steps.guard(app, request, response);
  if (response.headersSent) return;
  for (const mount of app.mounts) {
    const url = steps.below(request.url ?? '', mount.prefix);
    if (url === undefined) continue;
    const [path = '', ...query] = url.split('?');
    const caller = refused ? undefined : await steps.caller(mount, request, url);
    const hostRequest: HostRequest = {
      method: request.method ?? '',
      path,
      query: query.join('?'),
      header: (name) => steps.header(request, name),
      body: async (maxBytes) => left ?? steps.read(request, maxBytes),
      get signal() {
        return steps.signalOf(request, response);
      },
      caller,
      values: contextValues(refused ? [] : await steps.values(mount, request, url)),
    };
    const answered = await mount.server.handle(hostRequest);
    const sent = answered && refused ? steps.refusal(answered) : (answered ?? steps.notFound(mount));
    if (sent !== undefined) return steps.write(sent, request, response);
  }
  if (refused) return void response.writeHead(400).end('Bad body');
  if (left?.kind === 'parsed') Object.assign(request, { body: left.value });
  app.back(request, response, () => response.writeHead(404).end('There is no such page'));
}

/** What a right host does. */
export const rightSteps: HostSteps = {
  below: (url, prefix) => {
    const base = prefix === '/' ? '' : prefix;
    return url.startsWith(`${base}/`) ? url.slice(base.length) : undefined;
  },
  header: (request, name) => request.headersDistinct[name]?.join(', '),
  signalOf: (_request, response) => {
    const controller = new AbortController();
    response.once('close', () => response.writableFinished || controller.abort());
    return controller.signal;
  },
  values: async (mount, request, url) => {
    if (!createPathTest(mount.server)(url)) return [];
    try {
      return await mount.values(request);
    } catch (error) {
      mount.server.report?.(error, 'The values have thrown');
      throw error;
    }
  },
  caller: async ({ server, principal }, request, url) => {
    const read = createContextReader(server, { principal }, { headerOf: rightSteps.header });
    return (await read(request, request.method, url))?.caller;
  },
  parse: async (request, limit) => {
    if (request.headers['content-type']?.startsWith('application/json') !== true) return undefined;
    if (/nonsense/.test(`${request.headers['content-type']}${request.headers['content-encoding']}`)) {
      return { kind: 'unreadable', problem: 'media_type' };
    }
    const body = await rightSteps.read(request, limit);
    if (body.kind !== 'bytes') return body;
    try {
      return { kind: 'parsed', value: JSON.parse(Buffer.from(body.bytes).toString()) as unknown };
    } catch {
      return { kind: 'unreadable', problem: 'not_json' };
    }
  },
  read: async (request, maxBytes) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { kind: 'unreadable', problem: 'too_large' };
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = new Promise<HostBody>((resolve) => {
      const whole = (): void => resolve({ kind: 'bytes', bytes: Buffer.concat(chunks) });
      const broken = (): void => resolve({ kind: 'unreadable', problem: 'interrupted' });
      request.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) resolve({ kind: 'unreadable', problem: 'too_large' });
        else chunks.push(chunk);
      });
      request.on('end', whole).on('error', broken).on('close', broken);
    });
    return tooLarge;
  },
  guard: (app, request, response) =>
    new Promise((resolve) => {
      response.once('finish', resolve);
      app.guard(request, response, resolve);
    }),
  refusal: (answered) => (answered.status >= 400 ? answered : undefined),
  notFound: () => undefined,
  write: async ({ status, headers, body }, request, response) => {
    if (response.destroyed) return;
    for (const [name, value] of Object.entries(headers)) {
      if (name === 'content-type' || !response.hasHeader(name)) response.setHeader(name, value);
    }
    if (typeof body === 'string') response.setHeader('content-length', Buffer.byteLength(body));
    response.writeHead(status);
    if (typeof body === 'object' && !(body instanceof Uint8Array)) {
      return pipeline(Readable.from(body, { objectMode: false }), response).catch(() => undefined);
    }
    if (headers['connection'] !== 'close') return void response.end(body);
    if (body !== undefined) response.write(body);
    // Pending data is accepted, so that its sender can read the response.
    await Promise.race([new Promise((resolve) => request.resume().once('end', resolve)), wait(300)]);
    response.end();
  },
};

function wait(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
