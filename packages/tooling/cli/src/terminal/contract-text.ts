import type { Change, ContractDiff } from '@toolwire/contract';
import { exampleText, headlineOf, summaryOf } from '@toolwire/contract/internal';
import { markOf, type Style, styleOf } from './style.ts';
import type { Terminal } from './terminal.ts';
import { safeLine } from './terminal-text.ts';
import { joinLines, lineWidth, withPrefix, wrapText } from './text-width.ts';

/** Formats the changes of tools: a mark for each tool, colors for changes that need a larger version bump, and a summary. */
export function contractText(diff: ContractDiff, terminal: Terminal): string {
  const mark = markOf(diff.isCovered ? 'ok' : 'problem', styleOf(terminal));
  return joinLines([...toolChanges(diff, terminal), `${mark} ${summaryOf(diff)}`]);
}

/** Formats the changes without a summary, one block for each tool. */
export function toolChanges(diff: ContractDiff, terminal: Terminal): readonly string[] {
  const style = styleOf(terminal);
  const width = lineWidth(terminal, textIndent);
  return diff.tools.map((tool) => {
    const headline = `${markOf(tool.isCovered ? 'ok' : 'problem', style)} ${safeLine(headlineOf(tool))}`;
    const lines = tool.changes.flatMap((change) => changeLines(change, style, width));
    return joinLines([headline, ...lines]);
  });
}

function changeLines({ bump, text, example }: Change, style: Style, width: number): readonly string[] {
  const linesOf = (prefix: string, content: string): readonly string[] =>
    withPrefix(`  ${prefix}  `, textIndent, wrapText(safeLine(content).trim(), width));
  return [
    ...linesOf(style[colors[bump]](bump), text),
    ...(example === undefined ? [] : linesOf(style.dim('     '), exampleText(example))),
  ];
}

// The mark, the indentation and the bump come before the text of a change.
const textIndent = 9;

const colors = { major: 'red', minor: 'yellow', patch: 'green' } as const;
