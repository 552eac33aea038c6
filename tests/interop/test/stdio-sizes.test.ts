import { describe, expect, it, onTestFinished } from 'vitest';
import { overStdio } from '../src/clients/carriers.ts';
import { officialClients } from '../src/clients/official-clients.ts';

const mebibyte = 1024 ** 2;

describe.each(officialClients)('$name over stdio', (client) => {
  it('handles calls with 5 MiB, and returns an error at once if a message exceeds the length or depth limit', async () => {
    const { place } = await overStdio.start();
    const connected = await client.connect(place);
    onTestFinished(() => connected.close());
    const call = (input: Record<string, unknown>): Promise<unknown> => connected.callTool('add', input);

    expect(await call({ a: 1, b: 2, note: 'x'.repeat(5 * mebibyte) })).toMatchObject({
      content: [{ text: expect.stringContaining('note') as unknown }],
    });
    // The SDK would wait for a minute for an answer that has no id.
    await expect(call({ a: 1, b: 2, note: 'x'.repeat(17 * mebibyte) })).rejects.toThrow('at most 16777216 bytes long');
    let deep: unknown = 1;
    for (let level = 0; level < 100; level++) deep = [deep];
    await expect(call({ a: 1, b: 2, deep })).rejects.toThrow('deeper than 64 levels');
    expect(await call({ a: 1, b: 2 })).toMatchObject({ structuredContent: expect.anything() as unknown });
  });
});
