import { defineTool, type ToolDefinition } from '@toolwire/core';

/** A tool that runs until its signal aborts, and the states of its runs. */
export interface LongTool {
  readonly tool: ToolDefinition;
  /** How many runs were not asked to stop. */
  readonly running: () => number;
  readonly aborted: () => number;
}

/** Makes the tool; one that does not obey hears its signal, and never ends. */
export function createLongTool(obeys: boolean): LongTool {
  let [running, aborted] = [0, 0];
  const tool = defineTool({
    id: 'Jobs.Long',
    version: '1.0.0',
    description: 'Runs until its signal says that it may not, or for ever.',
    taskSupport: 'optional',
    run: (_input, { signal }) =>
      new Promise<never>((_resolve, reject) => {
        running += 1;
        signal.addEventListener(
          'abort',
          () => {
            [running, aborted] = [running - 1, aborted + 1];
            if (obeys) reject(signal.reason as Error);
          },
          { once: true },
        );
      }),
  });
  return { tool, running: () => running, aborted: () => aborted };
}
