import { listenOn, type RunningServer } from '@toolwire/conformance/host';
import type { UniversalHandler } from '@toolwire/core/wire';
import Koa3 from 'koa';
import Koa2 from 'koa2';
import { afterEach, describe, expect, test } from 'vitest';
import { answerBodyErrors, mountTools } from '../src/index.ts';

let running: RunningServer | undefined;
afterEach(() => running?.close());

const refuseAll: { handle: UniversalHandler } = { handle: () => ({ status: 400, headers: {}, body: 'by the tools' }) };

test('an app instead of a tool server is a startup error with advice', () => {
  expect(() => mountTools(new Koa3() as never)).toThrow('mountTools(server)) (TW_ARGUMENTS)');
});

test('a base path is a startup error here, because `mount` has the path', () => {
  expect(() => mountTools(refuseAll, { basePath: '/ai' } as never)).toThrow(
    "Invalid option 'basePath' in mountTools()",
  );
});

describe.each([
  ['Koa 3', Koa3],
  ['Koa 2', Koa2],
])('%s', (_name, Koa) => {
  async function get(app: Koa3): Promise<Response> {
    running = await listenOn(app.callback());
    return fetch(running.url);
  }

  test('sends an empty response without a body, whatever its status', async () => {
    const app = new Koa();
    app.use(mountTools({ handle: () => ({ status: 202, headers: { 'x-ours': '1' } }) }));
    const answer = await get(app);
    expect([answer.status, answer.headers.get('x-ours'), await answer.text()]).toEqual([202, '1', '']);
  });

  test('sends bytes as they are', async () => {
    const app = new Koa();
    const body = new Uint8Array([0, 1, 2, 3]).subarray(1, 3);
    app.use(mountTools({ handle: () => ({ status: 200, headers: { 'content-type': 'image/x' }, body }) }));
    const answer = await get(app);
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2]);
    expect(answer.headers.get('content-type')).toBe('image/x');
  });

  test('lets earlier middleware see and change the response', async () => {
    const app = new Koa();
    app.use(async (context, next) => {
      await next();
      context.set('x-seen', String(context.body));
    });
    app.use(mountTools(refuseAll));
    expect((await get(app)).headers.get('x-seen')).toBe('by the tools');
  });

  test('handles errors of a parser, and leaves all other errors to the app', async () => {
    for (const [error, expected] of [
      [Object.assign(new Error('too long'), { type: 'entity.too.large' }), [400, 'by the tools']],
      [Object.assign(new Error('Teapot'), { status: 418, expose: true }), [418, 'Teapot']],
    ] as const) {
      const app = new Koa().on('error', () => undefined);
      app.use(answerBodyErrors(refuseAll));
      app.use(() => {
        throw error;
      });
      const answer = await get(app);
      expect([answer.status, await answer.text()]).toEqual(expected);
      await running?.close();
    }
  });
});

test('mounting a value that is not a tool server explains it', () => {
  expect(() => mountTools([] as never)).toThrow('got a list');
  expect(() => answerBodyErrors(undefined as never)).toThrow('got undefined');
});
