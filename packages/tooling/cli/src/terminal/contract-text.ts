import { type ContractDiff, diffAsText } from '@toolwire/contract';
import { markOf, styleOf } from './style.ts';
import type { Terminal } from './terminal.ts';
import { safeLine } from './terminal-text.ts';
import { joinLines, lineWidth, withPrefix, wrapText } from './wrap-text.ts';

/** Formats the changes of tools: a mark for each tool, colors for changes that need a larger version bump, and a summary. */
export function contractText(diff: ContractDiff, terminal: Terminal): string {
  const summary = diffAsText(diff).trimEnd().split('\n').at(-1) ?? '';
  const mark = markOf(diff.isCovered ? 'ok' : 'problem', styleOf(terminal));
  return joinLines([...toolChanges(diff, terminal), `${mark} ${summary}`]);
}

/** Formats the changes without a summary, one block for each tool. */
export function toolChanges(diff: ContractDiff, terminal: Terminal): readonly string[] {
  const style = styleOf(terminal);
  const width = lineWidth(terminal, textIndent);
  return diff.tools.map((tool) => {
    const [headline = '', ...changes] =
      diffAsText({ ...diff, tools: [tool] })
        .split('\n\n')[0]
        ?.split('\n') ?? [];
    const lines = changes.flatMap((text) => {
      const [, bump = '', change = ''] = /^ {2}(.{5}) {2}(.*)$/.exec(safeLine(text)) ?? [];
      const prefix = `  ${style[colors.get(bump.trim()) ?? 'dim'](bump)}  `;
      return withPrefix(prefix, textIndent, wrapText(change.trim(), width));
    });
    return joinLines([`${markOf(tool.isCovered ? 'ok' : 'problem', style)} ${safeLine(headline)}`, ...lines]);
  });
}

// The mark, the indentation and the bump come before the text of a change.
const textIndent = 9;

const colors = new Map([
  ['major', 'red'],
  ['minor', 'yellow'],
  ['patch', 'green'],
] as const) as ReadonlyMap<string, 'red' | 'yellow' | 'green'>;
