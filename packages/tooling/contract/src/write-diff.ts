import { cutText } from '@toolwire/internal';
import type { ContractDiff, ToolChange } from './diff-listings.ts';

/** Returns a diff as plain text. */
export function diffAsText(diff: ContractDiff): string {
  return [...diff.tools.map(toolAsText), `${summaryOf(diff)}\n`].join('\n');
}

function toolAsText(tool: ToolChange): string {
  const lines = tool.changes.flatMap(({ bump, text, example }) => [
    `  ${bump.padEnd(5)}  ${text}`,
    ...(example === undefined ? [] : [`         ${exampleText(example)}`]),
  ]);
  return `${[headlineOf(tool), ...lines].join('\n')}\n`;
}

/** Returns the first line of a changed tool: its versions, and whether they cover the changes. */
export function headlineOf(tool: ToolChange): string {
  const { id, state, from, to, bump, isCovered } = tool;
  if (state !== 'changed') return `${id} ${to ?? from ?? ''} ${eventOf[state]}`;
  if (from === to) {
    return `${id} ${from ?? ''} changed without a version bump${isCovered ? '' : ` (needs: ${bump})`}`;
  }
  const versions = `${from ?? ''} → ${to ?? ''}`;
  return `${id} ${versions}: ${isCovered ? bump : `needs a ${bump} version bump`}`;
}

/** What happened to a version that only one of the listings has. */
const eventOf = { added: 'was added', removed: 'was removed and has no replacement version' } as const;

/** Returns a diff as a Markdown table, for example for a pull request. */
export function diffAsMarkdown(diff: ContractDiff): string {
  if (diff.tools.length === 0) return `${summaryOf(diff)}\n`;
  const rows = diff.tools.map((tool) => {
    const { id, from, to, bump, state, changes, isCovered } = tool;
    const details =
      state === 'changed'
        ? changes.map(({ text, example }) =>
            example === undefined
              ? escaped(text)
              : `${escaped(text)} For example <code>${escaped(shortJson(example))}</code>.`,
          )
        : [`It ${eventOf[state]}.`];
    return `| ${cell(id)} | ${cell(from ?? '–')} | ${cell(to ?? '–')} | ${bump} | ${isCovered ? 'yes' : '**no**'} | ${details.map(cell).join('<br>')} |`;
  });
  return [
    '| tool | from | to | change | covered by the version | details |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    summaryOf(diff),
    '',
  ].join('\n');
}

/** Returns the last line of a diff. */
export function summaryOf({ bump, isCovered, tools }: ContractDiff): string {
  if (tools.length === 0) return 'Nothing has changed.';
  return isCovered
    ? `The versions cover all changes. Largest change: ${bump}.`
    : 'Some changes need a larger version bump.';
}

/** Returns the line of an example, cut if it is long. */
export function exampleText(example: unknown): string {
  return `for example ${shortJson(example)}`;
}

const maxExampleLength = 200;

function shortJson(value: unknown): string {
  return cutText(JSON.stringify(value), maxExampleLength);
}

/** Escapes HTML, so that no value opens or closes an element. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\r\n?|\n/g, ' ');
}
