import type { Script, StepScript } from './script.ts';

/** Runs a script; `tooLate` is told what is answered when nobody waits any more. */
export type AskRedis = (
  script: Script,
  keys: readonly string[],
  values: readonly string[],
  tooLate: (reply: unknown) => void,
) => Promise<unknown>;

/** What a step is taken with. */
export interface StepInput {
  readonly key: string;
  /** Values that are the same for many steps, always as the same array: they are sent once. */
  readonly shared: readonly string[];
  readonly values: readonly string[];
}

interface Step extends StepInput {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly tooLate: (reply: unknown) => void;
}

/** Steps of one kind that are asked for together. */
interface Batch {
  readonly first: StepInput;
  readonly steps: Step[];
}

/** How many steps Redis is asked for at once: others wait until they are done. */
const mostAtOnce = 50;

/**
 * Asks Redis at once for all steps of one kind that are asked for before the event loop goes on: what a client does for each command costs more
 * than the step itself. Alone it goes as it is.
 */
export class StepBatches {
  readonly #ask: AskRedis;
  readonly #waiting = new Map<StepScript, Batch>();

  constructor(ask: AskRedis) {
    this.#ask = ask;
  }

  run(script: StepScript, input: StepInput, tooLate: (reply: unknown) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { key, shared, values } = input;
      const step = { key, shared, values, resolve, reject, tooLate };
      const waiting = this.#waiting.get(script);
      if (waiting !== undefined && takes(waiting, input)) return void waiting.steps.push(step);
      const batch = { first: input, steps: [step] };
      this.#waiting.set(script, batch);
      process.nextTick(() => {
        if (this.#waiting.get(script) === batch) this.#waiting.delete(script);
        void this.#send(script, batch);
      });
    });
  }

  async #send(script: StepScript, { first: { shared }, steps }: Batch): Promise<void> {
    const [first] = steps;
    try {
      if (first !== undefined && steps.length === 1) {
        first.resolve(await this.#ask(script, [first.key], [...shared, ...first.values], first.tooLate));
        return;
      }
      const reply = await this.#ask(script.many, keysOf(steps), valuesOf(shared, steps), (late) => {
        for (const [index, step] of steps.entries()) {
          const answer = answerOf(late, index);
          if (answer.ok) step.tooLate(answer.reply);
        }
      });
      for (const [index, { resolve, reject }] of steps.entries()) {
        const answer = answerOf(reply, index);
        if (answer.ok) resolve(answer.reply);
        else reject(new Error(answer.error));
      }
    } catch (error) {
      for (const { reject } of steps) reject(error);
    }
  }
}

function takes({ first, steps }: Batch, { shared, values }: StepInput): boolean {
  return steps.length < mostAtOnce && first.shared === shared && first.values.length === values.length;
}

function keysOf(steps: readonly Step[]): string[] {
  return steps.map(({ key }) => key);
}

function valuesOf(shared: readonly string[], steps: readonly Step[]): string[] {
  const values = [String(shared.length), ...shared];
  // One by one: to flatten them takes several times as long.
  for (const step of steps) for (const value of step.values) values.push(value);
  return values;
}

type Answer = { readonly ok: true; readonly reply: unknown } | { readonly ok: false; readonly error: string };

function answerOf(replies: unknown, index: number): Answer {
  const found = listOf(listOf(replies)?.[index]);
  if (found === undefined) throw new TypeError('Redis has not answered each of several steps.');
  const [ok, reply] = found;
  return Number(ok) === 1 ? { ok: true, reply } : { ok: false, error: String(reply) };
}

function listOf(reply: unknown): readonly unknown[] | undefined {
  return Array.isArray(reply) ? reply : undefined;
}
