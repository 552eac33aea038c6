import { fork } from 'node:child_process';
import { once } from 'node:events';
import { apiKey } from '@toolwire/auth';
import { bundleProgram } from '@toolwire/programs';
import { endWithParent } from '@toolwire/programs/end-with-parent';
import { createMemoryTaskEngine, createMemoryTaskStore } from '@toolwire/tasks';
import { afterEach, describe, expect, test } from 'vitest';
import { RetryableToolError, silentLogger, type Toolwire, type ToolwireOptions, toolwire } from '../src/index.ts';
import { type Charge, payTool } from './pay-tools.ts';
import { hostRequest, send } from './support.ts';

const auth = apiKey({ keys: { ada: 'key-of-ada', bob: 'key-of-bob' }, allowShortKeys: true });
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An API that charges once for each idempotency key, and answers the receipt of the first charge to repeats. */
function paymentApi() {
  const receipts = new Map<string, string>();
  const charge: Charge = (key) => {
    const receipt = receipts.get(key) ?? `receipt ${receipts.size + 1}`;
    receipts.set(key, receipt);
    return receipt;
  };
  return { charge, charged: () => receipts.size };
}

function serverOf(charge: Charge, options: Partial<ToolwireOptions> = {}): Toolwire {
  return toolwire({ tools: [payTool(charge)], auth, logger: silentLogger, ...options });
}

async function serve(server: Toolwire, work = true): Promise<string> {
  const { url, close } = await server.listen(0, { closeOnSignals: false, work });
  closing.push(close);
  return url;
}

/** Calls until there is a result, like a client that follows the retry delay. */
async function pay(url: string, caller: string, callId?: string): Promise<unknown> {
  for (;;) {
    const answer = await fetch(`${url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'otc-api-key': `key-of-${caller}` },
      body: JSON.stringify({ request: { tool_id: 'Shop.Pay', call_id: callId } }),
    });
    const { result } = (await answer.json()) as { result: { success: boolean; value: unknown; error?: object } };
    if (result.success) return result.value;
    expect(result.error).toMatchObject({ can_retry: true });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the idempotency key of a call, over HTTP', () => {
  test('charges two callers with the same call ID twice, and a caller that retries once', async () => {
    const { charge, charged } = paymentApi();
    // Without stored results, so that each attempt reaches the payment API, as after a crash.
    const url = await serve(serverOf(charge, { idempotency: false }));
    const ofAda = await pay(url, 'ada', 'order-1');
    const ofBob = await pay(url, 'bob', 'order-1');
    expect(ofBob).not.toBe(ofAda);
    expect(charged()).toBe(2);
    expect(await pay(url, 'ada', 'order-1')).toBe(ofAda);
    expect(charged()).toBe(2);
  });

  test('is the same in two processes, and differs for another caller', async () => {
    const program = bundleProgram(new URL('./pay-process.ts', import.meta.url));
    const urls = await Promise.all([program, program].map(startProcess));
    const [here, there] = await Promise.all(urls.map((url) => pay(url, 'ada', 'order-1')));
    expect(there).toBe(here);
    expect(here).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await pay(await serve(serverOf((key) => key)), 'bob', 'order-1')).not.toBe(here);
  });

  test('is the same for a durable call that another worker runs, and reruns', async () => {
    const keys: string[] = [];
    const tasks = { store: createMemoryTaskStore(), engine: createMemoryTaskEngine() };
    const tools = [
      payTool(
        (key) => {
          keys.push(key);
          if (keys.length === 1) throw new RetryableToolError('Busy', { retryAfterMs: 1 });
          return key;
        },
        { taskSupport: 'required', annotations: { idempotent: true } },
      ),
    ];
    const limits = { deferAfterMs: 1 };
    const web = await serve(
      serverOf(() => undefined, { tools, tasks, limits }),
      false,
    );
    await serve(serverOf(() => undefined, { tools, tasks, limits }));
    const inline = await serve(serverOf((key) => key));
    const key = await pay(inline, 'ada', 'order-1');
    expect(await pay(web, 'ada', 'order-1')).toBe(key);
    expect(keys).toEqual([key, key]);
    expect(await pay(web, 'bob', 'order-1')).not.toBe(key);
  });

  test('is new each time without a call ID', async () => {
    const url = await serve(serverOf((key) => key));
    expect(await pay(url, 'ada')).not.toBe(await pay(url, 'ada'));
  });
});

test('two anonymous callers with the same call ID have two idempotency keys, and each attempt of a call has the same key', async () => {
  const keys: string[] = [];
  const server = toolwire({
    tools: [payTool((key) => keys.push(key))],
    logger: silentLogger,
    // As a stage that retries runs the tool twice.
    around: [async (_call, next) => (await next(), next())],
  });
  const request = hostRequest('POST', '/tools/call', { request: { tool_id: 'Shop.Pay', call_id: 'order-1' } });
  for (let caller = 0; caller < 2; caller += 1) await send(server, request);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
  expect(keys[2]).not.toBe(keys[0]);
});

async function startProcess(program: string): Promise<string> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  endWithParent(child);
  const ended = once(child, 'exit');
  closing.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (typeof url !== 'string') throw new Error('The server ended before it listened.');
  return url;
}
