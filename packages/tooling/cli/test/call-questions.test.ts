import type { CallResult } from '@toolwire/client';
import type { ReadyCall } from '@toolwire/server';
import { expect, it } from 'vitest';
import { createCallQuestions } from '../src/bridge/call-questions.ts';

it('a call whose caller has left before it starts is canceled at the server', async () => {
  const left = new AbortController();
  const call = {
    tool: { id: 'A.B', version: '1.0.0' },
    validInput: {},
    hasAnswers: true,
    lifetime: { signal: left.signal },
  } as unknown as ReadyCall;
  // The caller leaves while suspended calls are looked up.
  const followed = createCallQuestions().follow(
    call,
    ({ signal }) =>
      new Promise<CallResult>((_resolve, reject) => {
        const cancel = (): void => reject(new Error('canceled'));
        signal.addEventListener('abort', cancel);
        if (signal.aborted) cancel();
      }),
  );
  left.abort();
  await expect(followed).rejects.toThrow('canceled');
}, 5000);
