import { defineTool } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { createToolServer, silentLogger, type ToolServerOptions } from '../src/index.ts';
import { callOf } from './support.ts';

/** A server with a tool that waits until it is let go. */
function serverWith(limits: NonNullable<ToolServerOptions['limits']>) {
  let running = 0;
  let end: (value: string) => void = () => undefined;
  const wait = defineTool({
    id: 'Jobs.Wait',
    version: '1.0.0',
    description: 'Waits until it is let go.',
    run: () => {
      running += 1;
      return new Promise<string>((resolve) => (end = resolve));
    },
  });
  const server = createToolServer({ tools: [wait], wires: [], logger: silentLogger, limits });
  const begin = (count: number, input: object = {}) =>
    Array.from({ length: count }, () => server.call(callOf('Jobs.Wait', input)));
  return { begin, running: () => running, endLast: () => end('done') };
}

describe('concurrent calls', () => {
  test.each([
    ['1000 unless told otherwise', {}, 1_000],
    ['as many as was asked for', { runningCalls: 20 }, 20],
  ])('are %s; further calls are refused as overloaded until one has ended', async (_how, limits, most) => {
    const { begin, running, endLast } = serverWith(limits);
    const calls = begin(most);
    const [refused] = begin(1);
    expect(await refused).toMatchObject({ kind: 'refused', code: 'overloaded', retryAfterMs: 1_000 });
    expect(running()).toBe(most);
    endLast();
    expect(await calls.at(-1)).toMatchObject({ kind: 'value', value: 'done' });
    void begin(1);
    expect(running()).toBe(most + 1);
  });

  test.each([
    ['64 MiB unless told otherwise', {}, 2 ** 20, 64],
    ['as much as was asked for', { runningInputBytes: 100_000 }, 10_000, 10],
  ])('have inputs that take %s', async (_how, limits, bytes, most) => {
    const { begin, running } = serverWith(limits);
    // A few are let in unweighed.
    void begin(16);
    const calls = begin(most + 1, { text: 'x'.repeat(bytes - 1_000) });
    expect(await calls.at(-1)).toMatchObject({ kind: 'refused', code: 'overloaded' });
    expect(running()).toBe(16 + most);
  });
});
