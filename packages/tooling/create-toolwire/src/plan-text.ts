import { createTwoFilesPatch } from 'diff';
import type { FileChange, Plan } from './plan.ts';
import type { Terminal } from './terminal.ts';

type Style = Terminal['style'];

/** Shows a new file as its name and length, and a changed file as a diff. */
export function changesText(files: readonly FileChange[], style: Style): string {
  const blocks = files.map(({ path, before, after }) => {
    const lines = after.split('\n').length - 1;
    if (before === undefined) {
      return `${style('green', `+ ${path}`)}, new, ${lines} ${lines === 1 ? 'line' : 'lines'}\n`;
    }
    const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 2 });
    return patch
      .replace(/^Index: .*\n=+\n/, '')
      .split('\n')
      .map((line) => colored(line, style))
      .join('\n');
  });
  // New files are a list, and a diff is a block.
  return blocks
    .map((block, index) => (index > 0 && isDiff(files[index]) !== isDiff(files[index - 1]) ? `\n${block}` : block))
    .join('');
}

function isDiff(file: FileChange | undefined): boolean {
  return file?.before !== undefined;
}

function colored(line: string, style: Style): string {
  if (/^(?:---|\+\+\+) /.test(line)) return style('bold', line);
  if (line.startsWith('@@')) return style('cyan', line);
  if (line.startsWith('+')) return style('green', line);
  return line.startsWith('-') ? style('red', line) : line;
}

/** Numbers the next steps, and shows how to connect Claude Code. */
export function nextText(steps: readonly string[], { connect }: Pick<Plan, 'connect'>, style: Style): string {
  const numbered = steps.map((step, index) => {
    const [command = '', comment] = step.split(/ {2,}#/);
    const text = comment === undefined ? '' : `     ${style('dim', `#${comment}`)}\n`;
    return `  ${index + 1}. ${style('cyan', command)}\n${text}`;
  });
  return `${style('green', '✓')} Written. Next:\n\n${numbered.join('')}\nConnect Claude: ${style('cyan', connect)}\n`;
}
