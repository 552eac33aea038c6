import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { AnswerMissing, createKeepAliveClient } from '../src/keep-alive-client.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { inMs, printFigures } from '../src/statistics.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

interface StopTimes {
  readonly graceMs: number;
  readonly deadlineMs: number;
  readonly hardLimitMs: number;
}

async function start({ graceMs, deadlineMs, hardLimitMs }: StopTimes): Promise<ServerProcess> {
  const server = await startServer('stopping-server', {
    GRACE_MS: String(graceMs),
    DEADLINE_MS: String(deadlineMs),
    HARD_LIMIT_MS: String(hardLimitMs),
  });
  cleanups.push(() => server.kill());
  return server;
}

/** A caller whose body comes byte by byte and never ends. */
function trickle(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => clearInterval(timer)).on('close', () => clearInterval(timer));
  socket.write(
    'POST /tools/call HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
  );
  const timer = setInterval(() => socket.write(' '), 20);
  cleanups.push(() => socket.destroy());
  return socket;
}

/** Sends a signal, and returns the exit code and the duration. */
async function stop(server: ServerProcess, title: string): Promise<{ readonly code: unknown; readonly ms: number }> {
  const since = performance.now();
  server.signal('SIGTERM');
  const { code, signal, at } = await server.ended;
  printFigures(title, { 'exit code': String(signal ?? code), after: inMs(at - since) });
  return { code: signal ?? code, ms: at - since };
}

// A machine that is busy may be late.
const slackMs = 6000;

describe('a server that gets a signal while calls run', () => {
  test('aborts the signal of a long call at the deadline, responds with a hint, and exits with 0', async () => {
    const server = await start({ graceMs: 200, deadlineMs: 800, hardLimitMs: 8000 });
    const call = (tool: string, callId: string) =>
      createKeepAliveClient(server.port).exchange(callBytes(tool, {}, callId), { timeoutMs: 20_000 });
    const answers = Promise.all([call('Stop.Long', 'again'), call('Stop.LongOnce', 'once'), call('Stop.Deaf', 'deaf')]);
    // Until the calls run, on a busy machine too.
    await wait(2000);
    const { code, ms } = await stop(server, 'A stop during calls of 30 s, with a deadline of 0.2 s + 0.8 s');
    const [again, once, deaf] = await answers;

    const message = 'The server stopped before the tool was done.';
    const hint = { message, can_retry: true, retry_after_ms: 1000 };
    expect(resultOf(again)).toMatchObject({ call_id: 'again', success: false, error: hint });
    expect(again.headers.get('retry-after')).toBe('1');
    // A call that must not run twice is not marked as retryable, and neither is a call without such information.
    expect(resultOf(once)).toEqual({ call_id: 'once', success: false, error: { message } });
    expect(resultOf(deaf)).toEqual({ call_id: 'deaf', success: false, error: { message } });

    expect(server.reports).toEqual([{ aborted: 'again' }, { aborted: 'once' }]);
    expect(code).toBe(0);
    expect(ms).toBeGreaterThanOrEqual(1000);
    expect(ms).toBeLessThan(1000 + slackMs);
    expect(server.complaints).toEqual([]);
  });

  test('shuts down while hostile strings attack the pattern of a tool, and exits with 0', async () => {
    const server = await start({ graceMs: 0, deadlineMs: 500, hardLimitMs: 8000 });
    const attack = callBytes('Stop.Pattern', { email: `a@${'a.'.repeat(200_000)}@` });
    const answers = Array.from({ length: 20 }, () =>
      createKeepAliveClient(server.port)
        .exchange(attack, { timeoutMs: 20_000 })
        .catch((problem: unknown) => problem),
    );
    await Promise.race(answers);
    const { code, ms } = await stop(server, 'A stop while a pattern is attacked, with a deadline of 0.5 s');
    await Promise.all(answers);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(500 + slackMs);
  });

  test('disconnects a caller that never ends its request after the deadline, and exits with 0', async () => {
    const server = await start({ graceMs: 0, deadlineMs: 500, hardLimitMs: 8000 });
    trickle(server.port);
    await wait(1000);
    const { code, ms } = await stop(server, 'A stop during an endless request, with a deadline of 0.5 s');
    expect(code).toBe(0);
    expect(ms).toBeGreaterThanOrEqual(500);
    expect(ms).toBeLessThan(500 + slackMs);
  });

  test('exits with 1 at the hard limit, whatever still runs', async () => {
    const server = await start({ graceMs: 0, deadlineMs: 700, hardLimitMs: 700 });
    trickle(server.port);
    const ending = createKeepAliveClient(server.port)
      .exchange(callBytes('Stop.Deaf', {}), { timeoutMs: 20_000 })
      .catch((problem: unknown) => problem);
    await wait(2000);
    const { code, ms } = await stop(server, 'A stop with a hard limit and a deadline of 0.7 s');
    expect(await ending).toBeInstanceOf(AnswerMissing);
    expect(code).toBe(1);
    expect(ms).toBeGreaterThanOrEqual(700);
    expect(ms).toBeLessThan(700 + slackMs);
  });

  test('exits with 1 at once on a second signal after a while', async () => {
    const server = await start({ graceMs: 5000, deadlineMs: 30_000, hardLimitMs: 60_000 });
    const stopped = stop(server, 'A stop that is asked for twice');
    await wait(1000);
    server.signal('SIGINT');
    const { code, ms } = await stopped;
    expect(code).toBe(1);
    expect(ms).toBeLessThan(1000 + slackMs);
  });
});
