import { appendFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, ToolError } from 'toolwire';
import { z } from 'zod';

const work = z.object({
  file: z.string().describe('The file that each step is written to.'),
  steps: z.number().int().min(0).max(100_000).describe('How many steps there are.'),
  ms: z.number().int().min(0).max(3_600_000).describe('How long each takes, in milliseconds.'),
  name: z.string().min(1).max(200).describe('The prefix of each line.'),
});

/** What a tool of this kind uses of its context. */
interface Progressing {
  readonly signal: AbortSignal;
  readonly saved: unknown;
  readonly save: (done: number) => Promise<void>;
  readonly progress: (done: number, total: number) => void;
}

/** Writes a line for each step, and goes on where an earlier run of the same call has stopped. */
async function stepByStep({ file, steps, ms, name }: z.infer<typeof work>, context: Progressing): Promise<number> {
  const { signal, saved, save, progress } = context;
  for (let step = Number(saved ?? 0) + 1; step <= steps; step += 1) {
    // After another worker has taken over, this one writes nothing more.
    signal.throwIfAborted();
    await appendFile(file, `${name} ${process.pid} ${step}\n`);
    await save(step);
    progress(step, steps);
    await wait(ms, undefined, { signal });
  }
  return steps;
}

/** May run twice: a worker that is lost is replaced, and the next one goes on behind what was saved. */
export const steps = defineTool({
  id: 'Work.Steps',
  version: '1.0.0',
  description: 'Does some steps, each of which takes a while, and answers how many they were.',
  input: work,
  output: z.number(),
  annotations: { idempotent: true },
  taskSupport: 'optional',
  run: stepByStep,
});

/** Must not run twice. After a worker crash it fails with "may have run". */
export const charge = defineTool({
  id: 'Work.Charge',
  version: '1.0.0',
  description: 'Does some steps that must not be done twice, and answers how many they were.',
  input: work,
  output: z.number(),
  taskSupport: 'optional',
  run: stepByStep,
});

/** Waits for user input without a process. The call is parked, and restarts with the answers. */
export const ask = defineTool({
  id: 'Work.Ask',
  version: '1.0.0',
  description: 'Asks for a number, and answers its double.',
  output: z.number(),
  annotations: { readOnly: true },
  taskSupport: 'optional',
  run: async (_input, context) => {
    const schema = { type: 'object', properties: { number: { type: 'number' } }, required: ['number'] };
    const { number } = await context.ask({
      number: { kind: 'form', message: 'Which number shall be doubled?', schema },
    });
    if (number.action !== 'accept') throw new ToolError('The user entered no number.');
    return 2 * z.object({ number: z.number() }).parse(number.content).number;
  },
});
