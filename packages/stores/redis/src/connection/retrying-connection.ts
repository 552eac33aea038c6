import { noResponseError, rejectAfterTimeout, retryUntilTimeout } from '@toolwire/internal';
import { Connection } from './connection.ts';
import { isTransient } from './errors.ts';
import type { RedisClient } from './redis-client.ts';
import type { Script, StepScript } from './script.ts';
import { type ReplyHandlers, ScriptBatches, type StepInput } from './script-batches.ts';

/** Retries scripts after transient errors. A response may be lost, so each script must be safe to repeat. */
export class RetryingConnection {
  readonly #connection: Connection;
  readonly #timeoutMs: number;
  readonly #noResponse: () => Error;
  readonly #batches = new ScriptBatches((...request) => this.run(...request));

  constructor(client: RedisClient, timeoutMs: number) {
    this.#connection = new Connection(client);
    this.#timeoutMs = timeoutMs;
    this.#noResponse = noResponseError('Redis', timeoutMs);
  }

  run(
    script: Script,
    keys: readonly string[],
    values: readonly string[],
    { onLateReply, check }: ReplyHandlers = {},
  ): Promise<unknown> {
    return retryUntilTimeout({
      send: async () => {
        const reply = await this.#connection.run(script, keys, values);
        check?.(reply);
        return reply;
      },
      isTransient,
      timeoutMs: this.#timeoutMs,
      noResponse: this.#noResponse,
      onLateResult: onLateReply,
    });
  }

  /** Runs a script of one key, in a batch with other concurrent runs of the same script. */
  runStep(script: StepScript, input: StepInput, onLateReply?: (reply: unknown) => void): Promise<unknown> {
    return this.#batches.run(script, input, onLateReply);
  }

  /** Runs a script without retries. */
  async runOnce(script: Script, keys: readonly string[], values: readonly string[] = []): Promise<unknown> {
    return rejectAfterTimeout(this.#connection.run(script, keys, values), this.#timeoutMs, this.#noResponse);
  }
}
