import { type CallInput, type Client, createClient } from '@toolwire/client';
import { decideRetry, wait } from '@toolwire/retry';
// Types only: nothing of the server gets into the app.
import type { add, forecast, ring } from './tool-server.ts';

/** A client that reports its retries. */
export function connect(url: string, tell: (line: string) => void): Client {
  return createClient({
    url,
    deadlineMs: 10_000,
    onRetry: ({ attempt, afterMs, message }) => tell(`attempt ${attempt}: ${message}; again in ${afterMs} ms`),
  });
}

/** Typed by the definition: `b: '5'` would not compile. */
export async function sum(client: Client, a: number, b: number): Promise<number> {
  const result = await client.call<typeof add>('Calculator.Add@1.0.0', { a, b });
  if (result.kind !== 'value') throw new Error(`There is no sum: ${JSON.stringify(result)}`);
  return result.value;
}

/** The station is busy at first. The client retries automatically after the delay that the tool requests. */
export async function temperature(client: Client, city: string): Promise<string> {
  const result = await client.call<typeof forecast>('Weather.Forecast', { city });
  if (result.kind === 'value') {
    return `${result.value.celsius} °C in ${result.value.city}, after ${result.attempts} attempts`;
  }
  return `No forecast: ${result.kind === 'failed' ? result.failure.message : result.message}`;
}

/** What a model does: it calls, reads what went wrong, and calls with something else. */
export type Model = (promptContent: string | undefined) => CallInput<typeof ring>;

/** Lets a model retry while the tool returns a hint, at most three times. */
export async function ringBy(client: Client, model: Model, tell: (line: string) => void): Promise<boolean> {
  let promptContent: string | undefined;
  for (let number = 1; number <= 3; number += 1) {
    const input = model(promptContent);
    const result = await client.call<typeof ring>('Doorbell.Ring', input);
    if (result.kind === 'value') return true;
    const decision = decideRetry(result, { number });
    if (decision.action !== 'hand_back') return false;
    tell(`${input.doorbell_id}: the model reads '${decision.promptContent}'`);
    await wait(decision.afterMs);
    ({ promptContent } = decision);
  }
  return false;
}

/** A model of little mind: it takes the first id that it has read. */
export function firstOf(promptContent: string | undefined): CallInput<typeof ring> {
  return { doorbell_id: /doorbell\d+/.exec(promptContent ?? 'doorbell1')?.[0] ?? 'doorbell1' };
}
