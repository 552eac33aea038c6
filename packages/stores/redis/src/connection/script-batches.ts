import { isTransientStep } from './errors.ts';
import type { Script, StepScript } from './script.ts';

/** What happens to the replies of a script. */
export interface ReplyHandlers {
  /** Receives replies that arrive after the rejection. */
  readonly onLateReply?: ((reply: unknown) => void) | undefined;
  /** May throw an error for a reply. If the error is transient, the script is retried. */
  readonly check?: ((reply: unknown) => void) | undefined;
}

/** Runs a script, and retries it after transient errors. */
export type RunScript = (
  script: Script,
  keys: readonly string[],
  values: readonly string[],
  handlers: ReplyHandlers,
) => Promise<unknown>;

/** The key and values of one step. */
export interface StepInput {
  readonly key: string;
  /** Values that many steps share, always as the same array: a batch sends them once. */
  readonly shared: readonly string[];
  readonly values: readonly string[];
}

interface Step extends StepInput {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onLateReply: ((reply: unknown) => void) | undefined;
}

interface Batch {
  readonly first: StepInput;
  readonly steps: Step[];
}

/** The most steps of one batch, because other clients wait while it runs. */
const maxBatchSize = 50;

/**
 * Sends all steps of one script that start in the same tick as one script: a command costs the client more than the step itself. A
 * single step is sent as it is.
 */
export class ScriptBatches {
  readonly #run: RunScript;
  readonly #open = new Map<StepScript, Batch>();

  constructor(run: RunScript) {
    this.#run = run;
  }

  run(script: StepScript, input: StepInput, onLateReply?: (reply: unknown) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const step = { ...input, resolve, reject, onLateReply };
      const open = this.#open.get(script);
      if (open !== undefined && fits(open, input)) return void open.steps.push(step);
      const batch = { first: input, steps: [step] };
      this.#open.set(script, batch);
      process.nextTick(() => {
        if (this.#open.get(script) === batch) this.#open.delete(script);
        void this.#send(script, batch);
      });
    });
  }

  async #send(script: StepScript, { first: { shared }, steps }: Batch): Promise<void> {
    const [first] = steps;
    try {
      if (first !== undefined && steps.length === 1) {
        const { key, values, onLateReply } = first;
        first.resolve(await this.#run(script, [key], [...shared, ...values], { onLateReply }));
        return;
      }
      const onLateReply = (late: unknown): void => {
        for (const [index, step] of steps.entries()) {
          const result = resultOf(late, index);
          if (result.ok) step.onLateReply?.(result.reply);
        }
      };
      const keys = steps.map(({ key }) => key);
      const handlers = { onLateReply, check: throwTransient };
      const replies = await this.#run(script.batch, keys, valuesOf(shared, steps), handlers);
      for (const [index, { resolve, reject }] of steps.entries()) {
        const result = resultOf(replies, index);
        if (result.ok) resolve(result.reply);
        else reject(new Error(result.error));
      }
    } catch (error) {
      for (const { reject } of steps) reject(error);
    }
  }
}

function fits({ first, steps }: Batch, { shared, values }: StepInput): boolean {
  return steps.length < maxBatchSize && first.shared === shared && first.values.length === values.length;
}

function valuesOf(shared: readonly string[], steps: readonly Step[]): string[] {
  const values = [String(shared.length), ...shared];
  // Loops are several times faster than flat().
  for (const step of steps) for (const value of step.values) values.push(value);
  return values;
}

type StepResult = { readonly ok: true; readonly reply: unknown } | { readonly ok: false; readonly error: string };

/** Throws the error of a step that can succeed in a retry of the batch, which is safe to repeat. */
function throwTransient(replies: unknown): void {
  for (const index of arrayOf(replies)?.keys() ?? []) {
    const result = resultOf(replies, index);
    if (!result.ok && isTransientStep(result.error)) throw new Error(result.error);
  }
}

function resultOf(replies: unknown, index: number): StepResult {
  const stepReply = arrayOf(arrayOf(replies)?.[index]);
  if (stepReply === undefined) throw new TypeError('Redis did not reply to each step of a batch.');
  const [ok, reply] = stepReply;
  return Number(ok) === 1 ? { ok: true, reply } : { ok: false, error: String(reply) };
}

function arrayOf(reply: unknown): readonly unknown[] | undefined {
  return Array.isArray(reply) ? reply : undefined;
}
