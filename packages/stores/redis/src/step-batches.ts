import type { Script, StepScript } from './script.ts';

/** Runs a script; `tooLate` is told what is answered when nobody waits any more. */
export type AskRedis = (
  script: Script,
  keys: readonly string[],
  values: readonly string[],
  tooLate: (reply: unknown) => void,
) => Promise<unknown>;

interface Step {
  readonly key: string;
  readonly values: readonly string[];
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly tooLate: (reply: unknown) => void;
}

/** How many steps Redis is asked for at once: others wait until they are done. */
const mostAtOnce = 50;

/**
 * Asks Redis at once for all steps of one kind that are asked for before the event loop goes on: what a client does for each command costs more
 * than the step itself. Alone it goes as it is.
 */
export class StepBatches {
  readonly #ask: AskRedis;
  readonly #waiting = new Map<string, Step[]>();

  constructor(ask: AskRedis) {
    this.#ask = ask;
  }

  run(script: StepScript, key: string, values: readonly string[], tooLate: (reply: unknown) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const kind = `${script.sha}${values.length}`;
      const step = { key, values, resolve, reject, tooLate };
      const waiting = this.#waiting.get(kind);
      if (waiting !== undefined && waiting.length < mostAtOnce) return void waiting.push(step);
      const steps = [step];
      this.#waiting.set(kind, steps);
      process.nextTick(() => {
        if (this.#waiting.get(kind) === steps) this.#waiting.delete(kind);
        void this.#send(script, steps);
      });
    });
  }

  async #send(script: StepScript, steps: readonly Step[]): Promise<void> {
    const [first] = steps;
    try {
      if (first !== undefined && steps.length === 1) {
        first.resolve(await this.#ask(script, [first.key], first.values, first.tooLate));
        return;
      }
      const reply = await this.#ask(
        script.many,
        steps.map(({ key }) => key),
        steps.flatMap(({ values }) => values),
        (late) => {
          for (const [index, step] of steps.entries()) {
            const answer = answerOf(late, index);
            if (answer.ok) step.tooLate(answer.reply);
          }
        },
      );
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
