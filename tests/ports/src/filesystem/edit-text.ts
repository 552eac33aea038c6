import { createTwoFilesPatch } from 'diff';
import { ToolError } from 'toolwire';

/** The string to find, and its replacement. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

/** Ends lines as the diff needs them. */
export function withNewlines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Applies the edits one after the other. */
export function editText(text: string, edits: readonly Edit[]): string {
  return edits.reduce(applyEdit, text);
}

/** The changes as a diff in a Markdown code block. */
export function writeDiff(path: string, before: string, after: string): string {
  const diff = createTwoFilesPatch(path, path, before, after, 'original', 'modified');
  const longest = Math.max(2, ...(diff.match(/`{3,}/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${diff}${fence}\n\n`;
}

function applyEdit(text: string, edit: Edit): string {
  const [oldText, newText] = [withNewlines(edit.oldText), withNewlines(edit.newText)];
  if (text.includes(oldText)) return text.replace(oldText, () => newText);
  const lines = text.split('\n');
  const oldLines = oldText.split('\n');
  const start = lines.findIndex((_line, index) => startsHere(lines.slice(index), oldLines));
  if (start === -1) throw new ToolError(`Could not find exact match for edit:\n${edit.oldText}`);
  const indent = indentOf(lines[start] ?? '');
  const newLines = newText.split('\n').map((line, index) => indentLine(line, index, indent, oldLines[index]));
  return lines.toSpliced(start, oldLines.length, ...newLines).join('\n');
}

/** Whether the lines are the same except for spaces around them. */
function startsHere(lines: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((line, index) => line.trim() === lines[index]?.trim());
}

/** Indents a new line like the lines that it replaces. */
function indentLine(line: string, index: number, indent: string, oldLine = ''): string {
  if (index === 0) return indent + line.trimStart();
  const [oldIndent, newIndent] = [indentOf(oldLine), indentOf(line)];
  if (oldIndent === '' || newIndent === '') return line;
  return indent + ' '.repeat(Math.max(0, newIndent.length - oldIndent.length)) + line.trimStart();
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}
