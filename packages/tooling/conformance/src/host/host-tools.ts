import { type ContextKey, createContextKey, defineTool, type ToolDefinition } from '@toolwire/core';

interface WaitingRun {
  readonly signal: AbortSignal;
  /** Resolves when the signal aborts. */
  readonly aborted: Promise<void>;
  finish(): void;
}

/** The tools of the host cases, with the state that the cases read. */
export interface HostTools {
  readonly user: ContextKey<string>;
  /** The number of runs of Host.Count in all mounts. */
  runs(): number;
  /** Resolves when the next run of Host.Wait begins. */
  nextWait(): Promise<WaitingRun>;
  /** Returns the tools of one mount. Host.Where returns its name. */
  definitions(mount: string): readonly ToolDefinition[];
}

/** Creates the tools of a host, with their own counters. */
export function createHostTools(): HostTools {
  const user = createContextKey('the user of the app', '');
  let runs = 0;
  const waits = createQueue<WaitingRun>();

  const definitions: HostTools['definitions'] = (mount) => [
    hostTool('Echo', 'Returns its input value.', ({ value }) => value),
    hostTool('WhoAmI', 'Returns the user name from the app.', (_input, { get }) => get(user)),
    hostTool(
      'Principal',
      'Returns the ID of the principal, or null.',
      (_input, { principal }) => principal?.id ?? null,
    ),
    hostTool('Where', 'Returns the name of its mount.', () => mount),
    hostTool('Fill', 'Returns a string of the given length.', ({ value }) => 'x'.repeat(value as number)),
    hostTool('Fail', 'Fails.', () => {
      throw new Error('Host.Fail fails on purpose');
    }),
    hostTool('Count', 'Counts its runs.', () => {
      runs += 1;
      return runs;
    }),
    hostTool('Wait', 'Runs until the test finishes it, or its caller disconnects.', (_input, { signal }) =>
      wait(signal, (run) => waits.put(run)),
    ),
  ];
  return { user, runs: () => runs, nextWait: () => waits.take(), definitions };
}

function hostTool(name: string, description: string, run: ToolDefinition<{ value?: unknown }>['run']): ToolDefinition {
  return defineTool({
    id: `Host.${name}`,
    version: '1.0.0',
    description,
    input: { type: 'object', properties: { value: { description: 'The input of the tool, if it has one.' } } },
    output: {},
    run,
  });
}

async function wait(signal: AbortSignal, onStart: (run: WaitingRun) => void): Promise<string> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const finished = new Promise<void>((resolve) => {
    onStart({ signal, aborted, finish: resolve });
  });
  await Promise.race([aborted, finished]);
  return signal.aborted ? 'aborted' : 'finished';
}

function createQueue<T>() {
  const items: T[] = [];
  const takers: ((item: T) => void)[] = [];
  return {
    put: (item: T): void => {
      const taker = takers.shift();
      if (taker === undefined) items.push(item);
      else taker(item);
    },
    take: (): Promise<T> =>
      new Promise((resolve) => {
        const item = items.shift();
        if (item === undefined) takers.push(resolve);
        else resolve(item);
      }),
  };
}
