import { createTwoFilesPatch } from 'diff';

/** A file that is written. */
export interface FileChange {
  /** The path from the project folder, with `/`. */
  readonly path: string;
  /** The current content; `undefined` for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** The planned changes. */
export interface Plan {
  /** A sentence that describes the plan to the user. */
  readonly title: string;
  readonly files: readonly FileChange[];
  /** The next steps for the user. */
  readonly next: readonly string[];
}

/** The request can't be fulfilled. The message suggests an alternative. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** Shows a new file as its name and length, and a changed file as a diff. */
export function showChanges(files: readonly FileChange[]): string {
  return files
    .map(({ path, before, after }) => {
      const lines = after.split('\n').length - 1;
      if (before === undefined) return `+ ${path}, new, ${lines} ${lines === 1 ? 'line' : 'lines'}\n`;
      const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 2 });
      return patch.replace(/^=+\n/, '');
    })
    .join('\n');
}
