/** The output and environment of a command. */
export interface Terminal {
  readonly write: (text: string) => void;
  /** Writes progress, warnings and `--raw` output to stderr. */
  readonly note: (text: string) => void;
  /** Asks the user for a line; resolves to `undefined` at the end of the input. Not set without an interactive terminal. */
  readonly question?: ((text: string) => Promise<string | undefined>) | undefined;
  /** Lets the user choose among many options. Not set without an interactive terminal. */
  readonly chooseMany?: ChooseMany | undefined;
  /** Shows a line while work takes longer than 300 ms; `undefined` removes it. Not set without an interactive terminal. */
  readonly progress?: ((text: string | undefined) => void) | undefined;
  /** Reads single keys until the returned function is called; Ctrl-C is a key too. Not set without an interactive terminal. */
  readonly readKeys?: ((onKey: (key: string) => void) => () => void) | undefined;
  /** The line width; `undefined` if the output is not a terminal, so that lines are not cut. */
  readonly columns: number | undefined;
  readonly hasColor: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
}

export interface Option {
  /** Unique among the options. */
  readonly value: string;
  readonly label: string;
  readonly hint: string | undefined;
}

/** Lets the user search the options and choose some of them. Resolves to `undefined` if the user cancels. */
export type ChooseMany = (message: string, options: readonly Option[]) => Promise<readonly string[] | undefined>;

/** Resolves when the signal aborts, such as when the user presses Ctrl-C. */
export function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** Shows a line on the terminal until the work ends. */
export async function withProgress<Result>(
  { progress }: Pick<Terminal, 'progress'>,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  progress?.(text);
  try {
    return await work();
  } finally {
    progress?.(undefined);
  }
}
