import { readFileSync } from 'node:fs';
import { defineTool } from '@toolwire/core';
import { mountTools } from '@toolwire/express';
import { mcp } from '@toolwire/mcp';
import { noNginx, startNginx } from '@toolwire/programs/nginx';
import { createToolServer, silentLogger } from '@toolwire/server';
import compression from 'compression';
import express from 'express';
import express4 from 'express4';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { listenOn, type RunningServer } from '../src/listen-on.ts';

/** Steps of a tool of which each is taken when the client has seen the one before. */
class Steps {
  readonly #seen = new Map<number, () => void>();
  readonly #waiting = new Map<number, Promise<void>>();

  constructor() {
    for (const step of [1, 2, 3, 4]) {
      this.#waiting.set(step, new Promise((resolve) => void this.#seen.set(step, resolve)));
    }
  }

  see(step: number): void {
    this.#seen.get(step)?.();
  }

  async wasSeen(step: number): Promise<void> {
    await this.#waiting.get(step);
  }
}

function toolServer(steps: Steps) {
  const walk = defineTool({
    id: 'Test.Walk',
    version: '1.0.0',
    description: 'Takes four steps, each when the one before was seen.',
    run: async (_input: unknown, { progress }) => {
      for (const step of [1, 2, 3, 4]) {
        progress(step, 4, `step ${step} `.repeat(20));
        await steps.wasSeen(step);
      }
      return 'there';
    },
  });
  return createToolServer({ tools: [walk], wires: [mcp()], logger: silentLogger });
}

/** Servers as a client reaches them through a proxy. */
const ways: Readonly<Record<string, (steps: Steps) => Promise<RunningServer>>> = {
  'compression() of Express': (steps) =>
    listenOn(
      express()
        .use(compression({ threshold: 0 }))
        .use(mountTools(toolServer(steps))),
    ),
  'compression() of Express 4': (steps) =>
    listenOn(
      express4()
        .use(compression({ threshold: 0 }))
        .use(mountTools(toolServer(steps))),
    ),
};

const behindNginx: typeof ways = {
  'nginx as it comes': (steps) => behind(steps, []),
  'nginx that compresses': (steps) =>
    behind(steps, [
      'gzip on;',
      'gzip_proxied any;',
      'gzip_min_length 0;',
      'gzip_types text/event-stream application/json;',
    ]),
  'nginx that speaks HTTP/1.1 to the server': (steps) =>
    behind(steps, ['proxy_http_version 1.1;', 'proxy_set_header Connection "";']),
  'nginx as the recipe has it': (steps) => behind(steps, recipe),
};

/** The location block of docs/recipes/nginx.md, without the upstream server. */
const recipe = (/location \/ \{\n([^}]*)\}/.exec(readFileSync('docs/recipes/nginx.md', 'utf8'))?.[1] ?? '')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('proxy_pass '));

test('the nginx recipe has commands to try', () => {
  expect(recipe).toContain('proxy_set_header Host $host;');
});

async function behind(steps: Steps, lines: readonly string[]): Promise<RunningServer> {
  const server = await listenOn(
    express()
      .use(compression({ threshold: 0 }))
      .use(mountTools(toolServer(steps))),
  );
  const proxy = await startNginx(server.url, lines);
  return {
    url: proxy.url,
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A call in a revision, whose client wants to hear of progress and takes compressed answers. */
function callIn(revision: string): RequestInit {
  const isModern = revision === '2026-07-28';
  const _meta = { progressToken: 'p', ...(isModern && envelope) };
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'gzip, deflate',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'Test_Walk' }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'Test_Walk', arguments: {}, _meta },
    }),
  };
}

/** The messages of a stream, each as soon as it can be read. */
async function* messagesOf(response: Response): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = text
        .slice(0, end)
        .split('\n')
        .find((line) => line.startsWith('data: '));
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as Readonly<Record<string, unknown>>;
    }
  }
}

function describeWays(all: typeof ways): void {
  describe.each(Object.entries(all))('%s', (_, start) => {
    it.each(['2026-07-28', '2025-11-25'])(
      'ANS-06: passes each event of %s on before the next is sent',
      async (revision) => {
        const steps = new Steps();
        const server = await start(steps);
        onTestFinished(() => server.close());
        // A tool whose step is held back on the way waits for ever, and so does this.
        const response = await fetch(`${server.url}/mcp`, callIn(revision));
        expect(response.headers.get('content-type')).toBe('text/event-stream');
        const seen: unknown[] = [];
        for await (const { params, result } of messagesOf(response)) {
          const { progress } = Object(params) as { readonly progress?: number };
          seen.push(progress ?? result);
          if (progress !== undefined) steps.see(progress);
        }
        expect(seen).toMatchObject([1, 2, 3, 4, { content: [{ type: 'text', text: 'there' }] }]);
      },
    );
  });
}

describe('progress through middleware', () => {
  describeWays(ways);
});

describe.skipIf(noNginx !== undefined)(
  `progress through a proxy${noNginx === undefined ? '' : `, skipped: ${noNginx}`}`,
  () => {
    describeWays(behindNginx);
  },
);
