import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { andThen, contextEntry, createContextKey, type MaybePromise } from '../src/index.ts';
import {
  createContextReader as createReader,
  type RequestContext,
  type RequestContextOptions,
} from '../src/internal.ts';
import type { MountOptions } from '../src/wire.ts';

const user = createContextKey('user', 'anonymous');
const server = { handle: () => undefined };
const ada = { id: 'ada' };

/** Creates a reader of requests to the tools. */
function createContextReader<Request>(...args: Parameters<typeof createReader<Request>>) {
  const read = createReader<Request>(...args);
  const expectContext = (context: RequestContext | undefined): RequestContext => {
    expect(context).toBeDefined();
    return context as RequestContext;
  };
  return (request: Request, options?: RequestContextOptions): MaybePromise<RequestContext> =>
    andThen(read(request, 'POST', '/tools/call', options), expectContext);
}

function catching(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}

describe('the values of a request', () => {
  test('are available at once if the context is synchronous', () => {
    const read = createContextReader(server, { values: (name: string) => [contextEntry(user, name)] });
    expect(read('ada')).toMatchObject({ values: { get: expect.any(Function) as unknown } });
  });

  test('are the values of the context, then the values of the request', async () => {
    const read = createContextReader(server, { values: async (name: string) => [contextEntry(user, name)] });
    expect((await read('ada')).values.get(user)).toBe('ada');
    expect((await read('ada', { values: [contextEntry(user, 'bob')] })).values.get(user)).toBe('bob');
  });

  test.each([
    ['is no list', 'ada', 'must return a list such as [contextEntry(key, value)], got a string'],
    ['is one entry without its list', contextEntry(user, 'ada'), 'got a list of other values'],
    ['has an entry with a name for a key', [['user', 'ada']], 'got a list of other values'],
    ['has an entry without a key', [[null, 'ada']], 'got a list of other values'],
  ])('are rejected, and logged, if the result %s', (_how, answer, words) => {
    const told: unknown[] = [];
    const read = createContextReader(
      { ...server, report: (thrown) => told.push(thrown) },
      { values: () => answer as never },
    );
    expect(() => read('')).toThrow(words);
    expect(told).toMatchObject([{ message: expect.stringContaining(words) as unknown }]);
  });

  test('are rejected if the request passes other values', () => {
    const words = '`values` must be a list such as [contextEntry(key, value)], got a list of other values';
    expect(() => createContextReader<object>(server)({}, { values: [['user', 1]] as never })).toThrow(words);
  });

  test('come from a function', () => {
    expect(() => createContextReader(server, { values: [] as never })).toThrow(
      'values must be a function, got a list. Write values: (request) => [contextEntry(key, value)]',
    );
  });
});

describe('the user of a request', () => {
  test('is the user that the app returns, synchronously or later', async () => {
    const now = createContextReader(server, { principal: (id: string) => ({ id }) });
    expect(now('ada')).toMatchObject({ caller: { principal: ada } });
    const later = createContextReader(server, { principal: async (id: string) => ({ id }) });
    expect(await later('ada')).toMatchObject({ caller: { principal: ada } });
  });

  test('is the user that the app passes with the request itself', async () => {
    const read = createContextReader<object>(server);
    expect((await read({}, { principal: ada })).caller).toMatchObject({ principal: ada });
  });

  test.each<[string, MountOptions<string>, RequestContextOptions | undefined, string]>([
    ['nothing is said', {}, undefined, 'by_credentials'],
    ['no user is signed in', { principal: () => undefined }, undefined, 'by_credentials'],
    ['no user is signed in, as null from a database', { principal: () => null }, undefined, 'by_credentials'],
    [
      'no user is signed in, and values are passed',
      { principal: () => undefined, values: () => [] },
      undefined,
      'by_credentials',
    ],
    [
      '`auth` names callers, and values are handed along',
      { principal: 'auth', values: () => [] },
      undefined,
      'by_credentials',
    ],
    ['values are handed along, and not whose', { values: () => [] }, undefined, 'unknown'],
    ['values are handed along with the request, and not whose', {}, { values: [] }, 'unknown'],
    ['no user is signed in, as the request says', {}, { principal: undefined, values: [] }, 'by_credentials'],
  ])('is not named by the app if %s', async (_where, options, more, unnamed) => {
    const { caller } = await createContextReader<string>(server, options)('', more);
    expect(caller).toEqual({ unnamed });
  });

  test.each([
    ['a number', 4711, '`principal` must return { id: user.id }, or undefined for an anonymous caller, not a number'],
    ['a string', 'ada', '`principal` must return { id: user.id }, or undefined for an anonymous caller, not a string'],
    ['an object without an id', { name: 'ada' }, 'this object has no `id`'],
    ['an empty id', { id: '' }, 'this object has an empty `id`'],
    ['a number for an id', { id: 7 }, '{ id: String(user.id) }'],
    ['an issuer that is no text', { id: 'ada', issuer: 7 }, 'The `issuer` of a `principal` must be a string, not 7'],
    [
      'scopes in one text',
      { id: 'ada', scopes: 'orders:write:all' },
      'The `scopes` of a `principal` must be a list of strings',
    ],
    ['scopes that are no texts', { id: 'ada', scopes: [1] }, 'The `scopes` of a `principal` must be a list of strings'],
  ])('is rejected with a message, which is logged, if the result is %s', async (_what, answer, words) => {
    const told: unknown[] = [];
    const reported = { ...server, report: (_thrown: unknown, message: string) => told.push(message) };
    expect(() => createContextReader(reported, { principal: () => answer as never })('')).toThrow(words);
    const later = createContextReader(reported, { principal: async () => answer as never });
    await expect(later('')).rejects.toThrow(words);
    const message = "The app's `principal` threw, so the request was not served";
    expect(told).toEqual([message, message]);
  });

  test.each([undefined, null, '', 0, 'route', 'router', Symbol('none')])(
    'is rejected with an error even if the app throws no Error: %o',
    async (thrown) => {
      const told: unknown[] = [];
      const reported = { ...server, report: (what: unknown) => told.push(what) };
      const expected = { message: "The app's `principal` threw a value that is not an error", cause: thrown };
      const throwing = (): never => {
        throw thrown;
      };
      expect(catching(() => createContextReader(reported, { principal: throwing })(''))).toMatchObject(expected);
      const later = createContextReader(reported, { principal: async () => throwing() });
      await expect(later('')).rejects.toMatchObject(expected);
      expect(told).toEqual([thrown, thrown]);
    },
  );

  test('is a copy that later changes of the app do not affect', async () => {
    const signedIn = { id: 'ada' };
    const { caller } = await createContextReader<string>(server, { principal: () => signedIn })('');
    signedIn.id = 'bob';
    expect(caller.principal).toEqual(ada);
  });

  test('has the timeout of the server, and a later result is ignored', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const told: unknown[] = [];
    const waiting = { ...server, callerMs: 1000, report: (thrown: unknown) => told.push(thrown) };
    const read = createContextReader<string>(waiting, { principal: () => new Promise(() => undefined) });
    const reading = Promise.resolve(read('')).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    const late = { message: "The app's `principal` did not return within 1000 milliseconds" };
    expect(await reading).toMatchObject(late);
    expect(told).toMatchObject([late]);

    const slow = createContextReader<string>(waiting, { principal: async () => ada });
    expect((await slow('')).caller.principal).toEqual(ada);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is returned by a function', () => {
    expect(() => createContextReader(server, { principal: ada as never })).toThrow(
      'principal must be a function, got another object. Write principal: (request) => ({ id: request.user.id })',
    );
  });
});

describe("the app's functions", () => {
  const calls: string[] = [];
  const read = createReader(
    { ...server, paths: ['/tools', '/mcp', '/.well-known/oauth-protected-resource/mcp'] },
    {
      principal: (name: string) => {
        calls.push(`principal ${name}`);
        return { id: name };
      },
      values: (name) => {
        calls.push(`values ${name}`);
        return [];
      },
    },
  );

  test.each(['/tools', '/tools/', '/tools?name=a/b', '/mcp'])('run for a path of the server: %s', (url) => {
    calls.length = 0;
    expect(read('ada', 'GET', url)).toMatchObject({ caller: { principal: ada } });
    expect(calls).toEqual(['principal ada', 'values ada']);
  });

  test.each(['/', '', '/pages', '/tools/1', '/tools//', '/Tools', '/pages?next=/tools'])(
    'do not run for another route: %j',
    (url) => {
      calls.length = 0;
      expect(read('ada', 'GET', url)).toBeUndefined();
      expect(calls).toEqual([]);
    },
  );

  test.each([
    ['a preflight', 'OPTIONS', '/mcp'],
    ['public metadata', 'GET', '/.well-known/oauth-protected-resource/mcp'],
  ])('do not run for %s, which has no credentials', (_what, method, url) => {
    calls.length = 0;
    expect(read('ada', method, url)).toMatchObject({ caller: { unnamed: 'by_credentials' } });
    expect(calls).toEqual([]);
  });

  test('run for tools below /.well-known/, which are not public metadata', () => {
    const paths = ['/.well-known/mcp', '/.well-known/oauth-protected-resource'];
    const readAll = createReader({ ...server, paths }, { principal: (id: string) => ({ id }) });
    for (const url of paths) expect(readAll('ada', 'POST', url)).toMatchObject({ caller: { principal: ada } });
    expect(readAll('ada', 'GET', '/.well-known/mcp')).toMatchObject({ caller: { principal: ada } });
  });

  test('run for every request of a server that lists no paths', () => {
    const readAll = createReader(server, { principal: (id: string) => ({ id }) });
    expect(readAll('ada', 'GET', '/pages')).toMatchObject({ caller: { principal: ada } });
  });
});
