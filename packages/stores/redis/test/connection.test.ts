import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../src/connection.ts';

describe('a connection to a Redis that hangs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('FAULT-05: is asked once a second, and fails at once for all others, until it answers', async () => {
    const answers: (() => void)[] = [];
    const client = {
      status: 'ready',
      call: () => new Promise<unknown>((resolve) => answers.push(() => resolve('PONG'))),
    };
    const connection = new Connection(client);
    const ask = (): Promise<unknown> => connection.send(['PING']);
    void ask();
    vi.advanceTimersByTime(999);
    void ask();
    vi.advanceTimersByTime(500);
    expect(ask).toThrow('Redis has not answered for 1499 milliseconds.');
    vi.advanceTimersByTime(500);
    void ask();
    expect(ask).toThrow('Redis has not answered for 1999 milliseconds.');
    expect(answers).toHaveLength(3);

    for (const answer of answers.splice(0)) answer();
    await Promise.resolve();
    void ask();
    void ask();
    expect(answers).toHaveLength(2);
  });

  it('waits for no answer to what its client would not send', () => {
    const call = (): never => {
      throw new TypeError('Not to be sent');
    };
    const connection = new Connection({ status: 'ready', call });
    const ask = (): Promise<unknown> => connection.send(['PING']);
    expect(ask).toThrow('Not to be sent');
    vi.advanceTimersByTime(1_500);
    expect(ask).toThrow('Not to be sent');
    vi.advanceTimersByTime(500);
    expect(ask).toThrow('Not to be sent');
  });

  it('fails at once while its client looks for it', () => {
    const call = (): never => expect.unreachable('it would wait in the queue of the client');
    for (const status of ['close', 'reconnecting', 'end']) {
      expect(() => new Connection({ status, call }).send(['PING'])).toThrow('The Redis client is not connected.');
    }
    const sendCommand = call;
    expect(() => new Connection({ isReady: false, sendCommand }).send(['PING'])).toThrow('not connected');
  });
});
