import { createTwoFilesPatch } from 'diff';
import type { FileChange } from './plan.ts';

/** What would be written: a new file by its name and length, a change of one line by line. */
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
