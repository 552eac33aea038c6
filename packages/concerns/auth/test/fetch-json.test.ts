import { describe, expect, it } from 'vitest';
import { readJsonBody } from '../src/token/fetch-json.ts';

/** A body that sends these parts and never ends. */
function unended(...parts: readonly string[]): {
  readonly body: ReadableStream<Uint8Array>;
  readonly left: Promise<void>;
} {
  let leave: () => void;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
    },
    cancel: () => leave(),
  });
  return { body, left };
}

describe('a key set', () => {
  it('is canceled after the timeout, even if fetch ignores its signal', async () => {
    const timer = new AbortController();
    const { body, left } = unended('{"keys":', '[]}');
    const reading = readJsonBody({ status: 200, body }, timer.signal, 'The key set');
    timer.abort(new Error('Too late'));

    await expect(reading).rejects.toThrow('Too late');
    await left;
  });

  it('of more than 1 MiB is canceled', async () => {
    const { body, left } = unended('x'.repeat(1024 * 1024), 'x');

    await expect(readJsonBody({ status: 200, body }, new AbortController().signal, 'The key set')).rejects.toThrow(
      'more than 1048576',
    );
    await left;
  });

  it('with another status is not read', async () => {
    const { body, left } = unended('{"keys":[]}');

    await expect(readJsonBody({ status: 302, body }, new AbortController().signal, 'The key set')).rejects.toThrow(
      'has status 302',
    );
    await left;
  });

  it('is decoded across chunks that split a character', async () => {
    const bytes = new TextEncoder().encode('{"keys":[],"name":"é"}');
    const at = bytes.indexOf(0xc3) + 1;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, at));
        controller.enqueue(bytes.slice(at));
        controller.close();
      },
    });

    expect(await readJsonBody({ status: 200, body }, new AbortController().signal, 'The key set')).toStrictEqual({
      keys: [],
      name: 'é',
    });
  });

  it('without a body is rejected', async () => {
    await expect(
      readJsonBody({ status: 200, body: null }, new AbortController().signal, 'The key set'),
    ).rejects.toThrow('and no body');
  });
});
