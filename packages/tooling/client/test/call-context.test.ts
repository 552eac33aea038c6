import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient, type Fetch, type RequirementSources } from '../src/index.ts';
import { listing, type RecordingServer, recordingServer, requestIn, type Scripted, value } from './recording-server.ts';

const tool = (id: string, requirements?: object): object => ({ id, requirements });
const google = { authorization: [{ id: 'google' }] };

/** A server with these tools, and a client that meets their requirements. */
async function serverOf(tools: readonly object[], calls: readonly Scripted[] = [value(1)]): Promise<RecordingServer> {
  return recordingServer({ '/tools': [listing(...tools)], '/tools/call': calls });
}

function contexts({ requests }: RecordingServer): unknown[] {
  return requests.filter(({ path }) => path === '/tools/call').map((one) => requestIn(one)['context']);
}

function listings({ requests }: RecordingServer): number {
  return requests.filter(({ path }) => path === '/tools').length;
}

const sources: RequirementSources = {
  token: ({ id }) => `${id}-token`,
  secret: (id) => `${id}-value`,
  userId: 'user-1',
};

describe('a requirement of a tool', () => {
  it('is read from the listing, which is requested once', async () => {
    const server = await serverOf([tool('Mail.Send@1.0.0', google), tool('Calculator.Add@1.0.0')]);
    const client = createClient({ url: server.url, requirements: sources });
    await client.call('Mail.Send@1.0.0', {});
    await client.call('Calculator.Add@1.0.0', {});
    await client.call('Mail.Send', {});

    expect(contexts(server)).toEqual([
      { authorization: [{ id: 'google', token: 'google-token' }] },
      undefined,
      { authorization: [{ id: 'google', token: 'google-token' }] },
    ]);
    expect(listings(server)).toBe(1);
  });

  it('is not read without the option requirements', async () => {
    const server = await serverOf([tool('Mail.Send@1.0.0', google)]);
    await createClient({ url: server.url }).call('Mail.Send@1.0.0', {});
    expect(listings(server)).toBe(0);
  });

  it('is read for the version that the call will reach', async () => {
    const secret = (id: string): object => ({ secrets: [{ id }] });
    const server = await serverOf([
      tool('A.B@2.1.0', secret('two')),
      tool('A.B@10.0.0', secret('ten')),
      tool('A.B@1.0.0', secret('one')),
      tool('A.B@1.10.0', secret('one-ten')),
      tool('A.C', secret('unversioned')),
    ]);
    const client = createClient({ url: server.url, requirements: sources });
    for (const toolId of ['A.B', 'A.B@1', 'A.B@1.10.0', 'A.B@10', 'A.C']) await client.call(toolId, {});

    expect(contexts(server)).toEqual(
      ['ten', 'one', 'one-ten', 'ten', 'unversioned'].map((id) => ({ secrets: [{ id, value: `${id}-value` }] })),
    );
  });

  it('comes from the call first, and otherwise from the client', async () => {
    const requirements = {
      authorization: [{ id: 'google' }, { id: 'github' }],
      secrets: [{ id: 'KEY' }],
      user_id: true,
    };
    const server = await serverOf([tool('A.B@1.0.0', requirements)]);
    const token = vi.fn(() => 'from the source');
    const secret = vi.fn(() => 'from the source');
    const client = createClient({ url: server.url, requirements: { token, secret, userId: () => 'from the source' } });
    await client.call(
      'A.B',
      {},
      {
        context: {
          authorization: [{ id: 'google', token: 'given' }],
          secrets: [{ id: 'KEY', value: 'given' }],
          userId: 'given',
        },
      },
    );

    expect(contexts(server)).toEqual([
      {
        authorization: [
          { id: 'google', token: 'given' },
          { id: 'github', token: 'from the source' },
        ],
        secrets: [{ id: 'KEY', value: 'given' }],
        user_id: 'given',
      },
    ]);
    expect(token.mock.calls).toEqual([[{ id: 'github' }, 'A.B@1.0.0']]);
    expect(secret).not.toHaveBeenCalled();
  });

  it('is not sent if it is unknown, because the server may return a sign-in URL', async () => {
    const missing_requirements = { authorization: [{ id: 'google', url: 'https://sign.in' }] };
    const refusal = { status: 400, body: { message: 'Mail_Send needs a token', missing_requirements } };
    const server = await serverOf([tool('Mail.Send@1.0.0', google)], [refusal, value(1)]);
    const token = vi.fn<() => string | undefined>(() => undefined);
    const client = createClient({ url: server.url, requirements: { token } });

    expect(await client.call('Mail.Send', {})).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      missing: { authorization: [{ id: 'google', url: 'https://sign.in' }] },
    });
    token.mockReturnValue('now there');
    expect(await client.call('Mail.Send', {})).toMatchObject({ kind: 'value' });
    expect(contexts(server)).toEqual([undefined, { authorization: [{ id: 'google', token: 'now there' }] }]);
    // The listing was incomplete, so it was requested again.
    expect(listings(server)).toBe(2);
  });

  it('refuses the call without sending it if its function fails', async () => {
    const server = await serverOf([tool('Mail.Send@1.0.0', google)]);
    const token = async (): Promise<string> => Promise.reject(new Error('the user said no'));
    expect(await createClient({ url: server.url, requirements: { token } }).call('Mail.Send', {})).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      ran: 'no',
      attempts: 0,
      cause: { message: 'the user said no' },
    });
    expect(contexts(server)).toEqual([]);
  });

  it('is read concurrently, and the first failure refuses the call', async () => {
    const requirements = { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }], user_id: true };
    const server = await serverOf([tool('A.B@1.0.0', requirements)]);
    const unhandled = vi.fn();
    process.once('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const never = new Promise<never>(() => {});
    const secret = async (): Promise<string> => Promise.reject(new Error('the vault is closed'));
    const client = createClient({ url: server.url, requirements: { token: () => never, secret, userId: () => never } });

    expect(await client.call('A.B', {}, { deadlineMs: 500 })).toMatchObject({
      code: 'missing_requirements',
      cause: { message: 'the vault is closed' },
    });
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('is unknown for a tool that is not listed, and the server decides', async () => {
    const server = await serverOf([], [{ status: 400, body: { message: 'There is no such tool' } }]);
    const client = createClient({ url: server.url, requirements: sources });
    for (const toolId of ['No.Such@1.0.0', 'nonsense', '__proto__.x']) {
      expect(await client.call(toolId, {})).toMatchObject({ kind: 'refused', message: 'There is no such tool' });
    }
    expect(contexts(server)).toEqual([undefined, undefined, undefined]);
  });
});

afterEach(() => void vi.useRealTimers());

describe('one deadline', () => {
  const never = new Promise<never>(() => {});
  const required = { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }], user_id: true };

  it.each<[string, RequirementSources]>([
    ['token', { token: () => never }],
    ['secret', { secret: () => never }],
    ['user id', { userId: () => never }],
  ])('covers a %s that never comes', async (_what, requirements) => {
    vi.useFakeTimers();
    const paths: string[] = [];
    const fetch: Fetch = async (url) => {
      paths.push(new URL(url).pathname);
      return Response.json({ tools: [tool('A.B@1.0.0', required)] });
    };
    const client = createClient({ url: 'https://tools.example.com', fetch, requirements, deadlineMs: 60 });
    const call = client.call('A.B', {});
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({
      kind: 'refused',
      code: 'timeout',
      message: 'The requirements of the tool were not available in time.',
      ran: 'no',
      canRetry: true,
      attempts: 0,
      cause: { name: 'TimeoutError' },
    });
    expect(paths).toEqual(['/tools']);
  });

  it('includes a listing that never arrives, and aborts it', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: Fetch = async (_url, { signal }) => {
      signals.push(signal);
      return never;
    };
    const client = createClient({ url: 'https://tools.example.com', fetch, requirements: sources });
    expect(await client.call('A.B', {}, { deadlineMs: 40 })).toMatchObject({ code: 'timeout', ran: 'no', attempts: 0 });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('covers the requirements and the call together', async () => {
    vi.useFakeTimers();
    const fetch: Fetch = async (url) =>
      url.endsWith('/tools') ? Response.json({ tools: [tool('A.B@1.0.0', required)] }) : never;
    const userId = async (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 800, 'user-1'));
    const client = createClient({ url: 'https://tools.example.com', fetch, requirements: { userId } });
    const startedAt = performance.now();
    const call = client.call('A.B', {}, { deadlineMs: 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);

    expect(await call).toMatchObject({ code: 'timeout', ran: 'unknown', attempts: 1 });
    expect(performance.now() - startedAt).toBe(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not the cause if a function has its own timeout', async () => {
    const server = await serverOf([tool('A.B@1.0.0', required)]);
    const secret = async (): Promise<string> => Promise.reject(new DOMException('The vault is slow', 'TimeoutError'));
    expect(await createClient({ url: server.url, requirements: { secret } }).call('A.B', {})).toMatchObject({
      code: 'missing_requirements',
      cause: { message: 'The vault is slow' },
    });
  });
});

describe('the listing', () => {
  it('is requested once for concurrent calls', async () => {
    const server = await serverOf([tool('Mail.Send@1.0.0', google)]);
    const client = createClient({ url: server.url, requirements: sources });
    const results = await Promise.all(Array.from({ length: 50 }, async () => client.call('Mail.Send', {})));

    expect(results.every(({ kind }) => kind === 'value')).toBe(true);
    expect(listings(server)).toBe(1);
    expect(contexts(server)).toHaveLength(50);
    expect(new Set(contexts(server).map((context) => JSON.stringify(context))).size).toBe(1);
  });

  it('continues for other calls if one is canceled', async () => {
    const server = await serverOf([tool('Mail.Send@1.0.0', google)]);
    const client = createClient({ url: server.url, requirements: sources });
    const gone = new AbortController();
    const left = client.call('Mail.Send', {}, { signal: gone.signal }).catch((error: unknown) => error);
    const stayed = client.call('Mail.Send', {});
    gone.abort('gone');

    expect(await left).toBe('gone');
    expect(await stayed).toMatchObject({ kind: 'value' });
    expect(listings(server)).toBe(1);
  });

  it('is not requested again for each call of an unlisted tool', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const server = await serverOf([tool('Mail.Send@1.0.0', google)]);
    const client = createClient({ url: server.url, requirements: sources });
    for (let call = 0; call < 5; call += 1) await client.call('Brand.New', {});
    expect(listings(server)).toBe(1);

    vi.advanceTimersByTime(30_000);
    await client.call('Brand.New', {});
    expect(listings(server)).toBe(2);
  });

  it('is not requested again if such a call lacks requirements', async () => {
    const refusal = { status: 400, body: { message: 'No', missing_requirements: { user_id: true } } };
    const server = await serverOf([tool('Mail.Send@1.0.0', google)], [refusal]);
    const client = createClient({ url: server.url, requirements: sources });
    for (let call = 0; call < 5; call += 1) await client.call('Brand.New', {});
    expect(listings(server)).toBe(1);
  });

  it('is not requested again for each call if there is none, until a call lacks requirements', async () => {
    const refusal = { status: 400, body: { message: 'No', missing_requirements: { user_id: true } } };
    const server = await recordingServer({
      '/tools': [{ status: 404 }, listing(tool('A.B@1.0.0', { user_id: true }))],
      '/tools/call': [value(1), value(1), refusal, value(1)],
    });
    const client = createClient({ url: server.url, requirements: sources });
    for (let call = 0; call < 3; call += 1) await client.call('A.B', {});
    expect(listings(server)).toBe(1);

    await client.call('A.B', {});
    expect(listings(server)).toBe(2);
    expect(contexts(server).at(-1)).toEqual({ user_id: 'user-1' });
  });

  it('can have versions with numbers of any size', async () => {
    const secret = (id: string): object => ({ secrets: [{ id }] });
    const server = await serverOf([
      tool('A.B@9007199254740993.0.0', secret('new')),
      tool('A.B@9007199254740992.9.9', secret('old')),
      tool('A.B', secret('none')),
    ]);
    await createClient({ url: server.url, requirements: sources }).call('A.B', {});
    expect(contexts(server)).toEqual([{ secrets: [{ id: 'new', value: 'new-value' }] }]);
  });
});
