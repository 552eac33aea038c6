import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { ToolDefinition } from '@toolwire/core';
import type { RunningServer } from '../src/vitest.ts';
import { answerCall, answerList, type TinyAnswer } from './tiny-protocol.ts';

interface NaiveRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Where the next request begins. */
  readonly end: number;
}

/** The small server of the standard on HTTP as one writes it in an evening: every shortcut of it is a flaw. */
export async function startNaiveServer(tools: readonly ToolDefinition[]): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let text = '';
    let turn = Promise.resolve();
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let request = readRequest(text); request !== undefined; request = readRequest(text)) {
        const asked = request;
        text = text.slice(asked.end);
        turn = turn.then(async () => void socket.write(encode(await response(asked, tools))));
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function readRequest(text: string): NaiveRequest | undefined {
  const head = /^([^]*?)\r?\n\r?\n/.exec(text);
  if (head === null) return undefined;
  const [start = '', ...lines] = (head[1] ?? '').split(/\r?\n/);
  const [method = '', path = ''] = start.split(/\s+/);
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]?.trim().toLowerCase() ?? '', line.split(/:(.*)/)[1]?.trim() ?? '']),
  );
  const from = head[0].length;
  const request = { method: method.toUpperCase(), path: path.split('?')[0]?.replaceAll('\\', '/') ?? '', headers };
  // No caller sends a body with GET.
  if (request.method === 'GET') return { ...request, body: '', end: from };
  const length = Number.parseInt(headers.get('content-length') ?? '', 10);
  if (Number.isNaN(length) && headers.get('transfer-encoding')?.includes('chunked')) {
    const chunks = readChunks(text, from);
    return chunks && { ...request, ...chunks };
  }
  const end = from + Math.max(0, length || 0);
  return text.length < end ? undefined : { ...request, body: text.slice(from, end), end };
}

function readChunks(text: string, from: number): { readonly body: string; readonly end: number } | undefined {
  let body = '';
  for (let at = from; ; ) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd === -1) return undefined;
    // Node writes sizes in small letters.
    const digits = text.slice(at, lineEnd).replace(/[A-F].*/, '');
    const size = Math.abs(Number.parseInt(digits, 16)) || 0;
    if (size === 0) return { body, end: text.indexOf('\n', lineEnd + 1) + 1 };
    if (text.length < lineEnd + 1 + size) return undefined;
    body += text.slice(lineEnd + 1, lineEnd + 1 + size);
    at = lineEnd + 1 + size;
    while (text[at] === '\r' || text[at] === '\n') at += 1;
  }
}

async function response(
  { method, path, headers, body }: NaiveRequest,
  tools: readonly ToolDefinition[],
): Promise<TinyAnswer> {
  const endpoint = `${method} ${path.replace(/\0.*/, '')}`;
  if (endpoint === 'GET /health') return { status: 200, headers: {}, text: '' };
  if (endpoint === 'GET /tools') return answerList(Buffer.from(''), null, tools);
  if (endpoint === 'POST /tools/call') {
    return answerCall(headers.get('content-type'), Buffer.from(body, 'latin1'), tools);
  }
  return {
    status: method === 'TRACE' ? 200 : 404,
    headers: {},
    text: method === 'TRACE' ? [...headers.values()].join() : '',
  };
}

function encode({ status, headers, text }: TinyAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Done\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
