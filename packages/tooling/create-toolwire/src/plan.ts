import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Terminal } from './terminal.ts';

export interface FileChange {
  /** The path from the project folder, with `/`. */
  readonly path: string;
  /** The current content; `undefined` for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface Plan {
  /** A sentence that describes the plan to the user. */
  readonly title: string;
  readonly files: readonly FileChange[];
  /** The next steps for the user: commands, with a comment after `#`. */
  readonly next: readonly string[];
  /** The command that adds the tools to Claude Code. */
  readonly connect: string;
}

/** The request can't be fulfilled. The message suggests an alternative. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** Writes the files, unless one of them has changed since. */
export function writePlan(folder: string, { files }: Plan): void {
  for (const { path, before } of files) {
    const file = join(folder, path);
    const current = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const problem = before === undefined ? 'already exists' : 'has changed since';
    if (current !== before) throw new PlanError(`${path} ${problem}. Nothing was written.`);
  }
  for (const { path, after } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), after);
  }
}

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
