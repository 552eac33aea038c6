import process from 'node:process';

/** Something that the user can choose. */
export interface Option {
  /** Unique among the options. */
  readonly value: string;
  readonly label: string;
  readonly hint: string | undefined;
}

/** Lets the user search the options and choose some of them. Resolves to `undefined` if the user cancels. */
export type ChooseMany = (message: string, options: readonly Option[]) => Promise<readonly string[] | undefined>;

/** The rows that fit into a small terminal, next to the question. */
const maxRows = 12;

/** Asks with `@clack/prompts`, which is loaded at the first question. */
export function chooseManyWith(signal: AbortSignal): ChooseMany {
  return async (message, options) => {
    const { autocompleteMultiselect, isCancel } = await import('@clack/prompts');
    const chosen = await autocompleteMultiselect({
      message,
      options: options.map(({ value, label, hint }) => ({ value, label, ...(hint !== undefined && { hint }) })),
      placeholder: 'Type to search',
      maxItems: maxRows,
      signal,
      // Stdout may be a pipe.
      output: process.stderr,
    });
    return isCancel(chosen) ? undefined : chosen;
  };
}
