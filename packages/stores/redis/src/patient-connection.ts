import { setTimeout as wait } from 'node:timers/promises';
import { answerInTime, unanswered } from '@toolwire/internal';
import { Connection } from './connection.ts';
import type { RedisClient } from './redis-client.ts';
import type { Script, StepScript } from './script.ts';
import { StepBatches, type StepInput } from './step-batches.ts';

/** How long to wait before Redis is asked again. */
const againMs = 50;

/** Runs scripts again that failed for a moment. An answer may have been lost, so a script may have run before: each of them must bear that. */
export class PatientConnection {
  readonly #connection: Connection;
  readonly #patienceMs: number;
  readonly #silence: () => Error;
  readonly #steps = new StepBatches((...step) => this.run(...step));

  constructor(client: RedisClient, patienceMs: number) {
    this.#connection = new Connection(client);
    this.#patienceMs = patienceMs;
    this.#silence = unanswered('Redis', patienceMs);
  }

  /** `tooLate` is told what is answered after this has given up: what was asked in vain takes effect all the same. */
  async run(
    script: Script,
    keys: readonly string[],
    values: readonly string[],
    tooLate: (reply: unknown) => void = () => undefined,
  ): Promise<unknown> {
    const givesUpAt = performance.now() + this.#patienceMs;
    const asked: Promise<unknown>[] = [];
    for (;;) {
      try {
        const answer = this.#connection.run(script, keys, values);
        asked.push(answer);
        return await answerInTime(answer, Math.max(1, Math.ceil(givesUpAt - performance.now())), this.#silence);
      } catch (error) {
        if (!isPassing(error) || performance.now() + againMs >= givesUpAt) {
          for (const answer of asked) answer.then(tooLate, () => undefined);
          throw error;
        }
      }
      await wait(againMs);
    }
  }

  /** Takes a step of one key, together with others of its kind that are asked for at the same time. */
  step(script: StepScript, input: StepInput, tooLate: (reply: unknown) => void = () => undefined): Promise<unknown> {
    return this.#steps.run(script, input, tooLate);
  }

  /** Runs a script once. */
  async runOnce(script: Script, keys: readonly string[]): Promise<unknown> {
    return answerInTime(this.#connection.run(script, keys, []), this.#patienceMs, this.#silence);
  }
}

/** Tells what a client says of its connection, and what Redis says of a moment, from an answer that would be the same again. */
function isPassing(error: unknown): boolean {
  const [, code] = /^([A-Z]{2,}) /.exec(error instanceof Error ? error.message : '') ?? [];
  return code === undefined || passing.has(code);
}

const passing: ReadonlySet<string> = new Set(['LOADING', 'BUSY', 'TRYAGAIN', 'MASTERDOWN', 'CLUSTERDOWN']);
