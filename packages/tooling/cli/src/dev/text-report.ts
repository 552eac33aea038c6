import { withoutCode } from '@toolwire/internal';
import { messageOf } from '../cli-error.ts';
import { NoToolsFound } from '../target/open-target.ts';
import { sourceNames } from '../target/target.ts';
import { toolChanges } from '../terminal/contract-text.ts';
import { type Mark, markOf, styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { countOf, safeLine, safeLines } from '../terminal/terminal-text.ts';
import { joinLines, lineWidth, padTo, truncate, withPrefix, wrapText } from '../terminal/text-width.ts';
import { addressLines } from './address-lines.ts';
import type { Crash } from './crash-report.ts';
import type { DevReport } from './dev-report.ts';
import type { Entry } from './find-entry.ts';
import type { FinishedCall } from './follow-calls.ts';
import { locateError } from './locate-error.ts';

interface TextReportOptions {
  readonly entry: Entry;
  /** The name of the server in MCP clients. */
  readonly serverName: string;
  readonly isVerbose: boolean;
  /** The keys that the user can press, if there are any. */
  readonly keyHelp: string | undefined;
}

export function textReport(options: TextReportOptions, terminal: Terminal): DevReport {
  const { entry, isVerbose, keyHelp } = options;
  const style = styleOf(terminal);
  const ok = markOf('ok', style);
  const problem = markOf('problem', style);
  const write = (text: string): void => terminal.write(`${text}\n`);
  const writeTimed = (text: string): void => write(`${style.dim(timeOf(new Date()))} ${text}`);
  let change = '';
  let lastContract = '';
  return {
    changed(files) {
      const [first = '', ...more] = files;
      const names =
        more.length === 0 ? safeLine(first) : `${safeLine(first)} and ${countOf(more.length, 'other file')}`;
      change = files.length === 0 ? 'restarted' : `${names} changed, restarted`;
    },
    ready({ target, afterMs, diff, since, isAtSameAddress, ...addresses }) {
      const count = countOf(target.tools.length, 'tool');
      if (isAtSameAddress) {
        writeTimed(`${ok} ${change} in ${Math.round(afterMs)} ms`);
      } else {
        write(
          `\n  ${style.bold('toolwire dev')}  ${count} of ${safeLine(entry.name)}, ready in ${Math.round(afterMs)} ms\n`,
        );
        for (const line of addressLines(target, addresses, options, terminal)) write(line);
        write(keyHelp === undefined ? '' : `\n  ${style.dim(keyHelp)}\n`);
      }
      const contract = diff === undefined || diff.tools.length === 0 ? '' : toolChanges(diff, terminal).join('');
      if (contract !== lastContract) {
        write(
          contract === ''
            ? `${ok} The tools are as in ${since ?? ''} again.`
            : `${style.bold(`Changes since ${since ?? ''}`)}\n${contract.trimEnd()}`,
        );
      }
      lastContract = contract;
    },
    noTools(url, error) {
      const isMissing = error instanceof NoToolsFound;
      const text = isMissing
        ? `No tools found at ${safeLine(url)}. If they are mounted at a path, pass --path /ai`
        : safeLines(messageOf(error));
      write(withPrefix(`${problem} `, 2, wrapText(text, lineWidth(terminal, 2))).join('\n'));
      if (isVerbose && isMissing) terminal.note(`${safeLines(error.message)}\n`);
    },
    called: (call) => writeTimed(callLine(call, terminal)),
    ended(exit, crash) {
      if (crash === undefined) {
        const name = truncate(safeLine(entry.name), 40);
        write(
          `${exit === 0 ? markOf('skipped', style) : problem} ${name} ended with ${exit}. Save a file to restart it.`,
        );
        return;
      }
      terminal.note(errorText(crash, entry.root, entry.name, terminal));
      if (isVerbose) terminal.note(`${safeLines(crash.output.trim() || crash.stacks.join('\n'))}\n`);
    },
    output: terminal.write,
  };
}

function timeOf(date: Date): string {
  return date.toTimeString().slice(0, 8);
}

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
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

// A longer message is cut. `--verbose` prints it in full.
const maxLines = 3;

/** Describes the error that ended a program, in at most three lines: its location, message, code and explanation. */
function errorText(crash: Crash, root: string, fallbackLocation: string, terminal: Terminal): string {
  const style = styleOf(terminal);
  const { location = fallbackLocation, message } = locateError(crash, root);
  const { code, help } = crash;
  const maxMessageLines = help === undefined ? maxLines : maxLines - 1;
  const suffix = code === undefined ? '' : ` [${code}]`;
  const text = `${safeLine(withoutCode(message, code))}${suffix}`;
  const width = lineWidth(terminal, 2);
  const lines = wrapText(`${safeLine(location)} ${text}`, width);
  const shown =
    lines.length <= maxMessageLines
      ? lines
      : [
          ...lines.slice(0, maxMessageLines - 1),
          `${truncate(lines.slice(maxMessageLines - 1).join(' '), width - suffix.length)}${suffix}`,
        ];
  const [first = '', ...more] = shown;
  const colored = first.startsWith(location) ? `${style.cyan(location)}${first.slice(location.length)}` : first;
  const link = help === undefined ? [] : [`${style.dim('→')} ${style.link(help.replace(/^https?:\/\//, ''), help)}`];
  return joinLines([...withPrefix(`${markOf('problem', style)} `, 2, [colored, ...more]), ...link]);
}
