import type { ConfigChange } from './config-change.ts';

/** Shows a change of a config file to the user, as a diff. */
export function describeChange({ file, before, after }: ConfigChange): string {
  if (before === after) return `${file} is already up to date.\n`;
  const shown = showChange(before ?? '', after ?? '');
  if (after === undefined) return `${file} (will be deleted)\n${shown}\n`;
  return `${file}${before === undefined ? ' (new file)' : ''}\n${shown}\n`;
}

const contextLines = 2;

/** Shows the changed lines with a few lines around them. */
function showChange(before: string, after: string): string {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - start && oldLines.at(-1 - sameAtEnd) === newLines.at(-1 - sameAtEnd)) sameAtEnd += 1;
  const marked = (sign: string, lines: readonly string[]): readonly string[] => lines.map((line) => `${sign} ${line}`);
  return [
    ...(start > contextLines ? ['  …'] : []),
    ...marked(' ', newLines.slice(Math.max(0, start - contextLines), start)),
    ...marked('-', oldLines.slice(start, oldLines.length - sameAtEnd)),
    ...marked('+', newLines.slice(start, newLines.length - sameAtEnd)),
    ...marked(' ', newLines.slice(newLines.length - sameAtEnd, newLines.length - sameAtEnd + contextLines)),
    ...(sameAtEnd > contextLines ? ['  …'] : []),
  ].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
