import { runToolwire, type Terminal } from '../../src/index.ts';

/** How a command ended that ran in this process. */
export interface EndedHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command without a separate process, as another program may. */
export async function runHere(
  args: readonly string[],
  {
    environment = {},
    question,
    chooseMany,
    columns,
  }: Partial<Pick<Terminal, 'chooseMany' | 'columns' | 'environment' | 'question'>> = {},
): Promise<EndedHere> {
  let stdout = '';
  let stderr = '';
  const code = await runToolwire(args, {
    write: (text) => {
      stdout += text;
    },
    note: (text) => {
      stderr += text;
    },
    question,
    chooseMany,
    columns,
    hasColor: false,
    environment,
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr };
}
