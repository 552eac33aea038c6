import type { ContractDiff, ToolChange } from './diff-listings.ts';

/** Writes a difference as plain text, a block for each tool. */
export function diffAsText(diff: ContractDiff): string {
  if (diff.tools.length === 0) return 'Nothing has changed.\n';
  return `${diff.tools.map(toolAsText).join('\n')}\n${verdictOf(diff)}\n`;
}

function toolAsText(tool: ToolChange): string {
  const lines = tool.changes.flatMap(({ bump, text, example }) => [
    `  ${bump.padEnd(5)}  ${text}`,
    ...(example === undefined ? [] : [`         for example ${shortJson(example)}`]),
  ]);
  return `${[headOf(tool), ...lines].join('\n')}\n`;
}

function headOf(tool: ToolChange): string {
  const { id, state, from, to, bump, isCovered } = tool;
  if (state === 'added') return `${id} ${to ?? ''} is new`;
  if (state === 'removed') return `${id} ${from ?? ''} is gone, and no later version stands in for it`;
  const versions = from === to ? `${from ?? ''}, changed in place` : `${from ?? ''} → ${to ?? ''}`;
  return `${id} ${versions}: ${bump}${isCovered ? '' : ', which the version does not say'}`;
}

/** Writes a difference as Markdown, for a pull request. */
export function diffAsMarkdown(diff: ContractDiff): string {
  if (diff.tools.length === 0) return 'No tool has changed.\n';
  const rows = diff.tools.map((tool) => {
    const { id, from, to, bump, state, changes, isCovered } = tool;
    const what =
      state === 'changed'
        ? changes.map(({ text, example }) => (example === undefined ? text : `${text} For example ${codeOf(example)}.`))
        : [`${state}.`];
    return `| ${cell(id)} | ${cell(from ?? '–')} | ${cell(to ?? '–')} | ${bump} | ${isCovered ? 'yes' : '**no**'} | ${what.map(cell).join('<br>')} |`;
  });
  return [
    '| tool | from | to | change | covered by the version | what |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    verdictOf(diff),
    '',
  ].join('\n');
}

function verdictOf({ bump, isCovered }: ContractDiff): string {
  return isCovered
    ? `All changes are covered by versions; the farthest is ${bump}.`
    : 'Some versions do not say how far their tools have changed.';
}

const longestExample = 200;

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestExample ? `${text.slice(0, longestExample)}…` : text;
}

/** As code that no character of it can end. */
function codeOf(value: unknown): string {
  return `<code>${shortJson(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code>`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
