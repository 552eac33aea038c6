import { sourceNames } from '../target/target.ts';
import { type Mark, markOf, styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { padTo, truncate } from '../terminal/text-width.ts';
import { lineWidth } from '../terminal/wrap-text.ts';
import type { FinishedCall } from './follow-calls.ts';

const states: ReadonlyMap<string, readonly [Mark, string]> = new Map([
  ['value', ['ok', 'Success']],
  ['artifact', ['ok', 'Success']],
  ['invalid', ['problem', 'Invalid input']],
  ['refused', ['problem', 'Denied']],
  ['failed', ['problem', 'Failed']],
  ['input_required', ['skipped', 'Needs input']],
  ['deferred', ['skipped', 'Queued']],
]);

const idWidth = 24;
const stateWidth = 13;
const timeWidth = 8;

/** Describes a call on one line: its tool, state, duration, protocol, and its client or the problem. */
export function callLine(call: FinishedCall, terminal: Terminal): string {
  const style = styleOf(terminal);
  const [mark, state] = states.get(call.outcome) ?? (['skipped', call.outcome] as const);
  const protocol = sourceNames.get(call.wire) ?? '';
  const head = `${padTo(safeLine(call.toolId), idWidth)}  ${state.padEnd(stateWidth)}${formatMs(call.tookMs).padStart(timeWidth)}  `;
  const text = `${head}${protocol.padEnd(3)}  ${safeLine(call.problem ?? call.client ?? '')}`.trimEnd();
  // Before it are the time and the mark.
  const shown = truncate(text, lineWidth(terminal, 12));
  return `${markOf(mark, style)} ${shown.slice(0, head.length)}${style.dim(shown.slice(head.length))}`;
}

function formatMs(ms: number): string {
  return ms < 1000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
