import { messageOf } from '../cli-error.ts';
import { NoToolsFound } from '../target/find-target.ts';
import { toolChanges } from '../terminal/contract-text.ts';
import { markOf, styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { countOf, safeLine, safeLines } from '../terminal/terminal-text.ts';
import { truncate } from '../terminal/text-width.ts';
import { lineWidth, withPrefix, wrapText } from '../terminal/wrap-text.ts';
import { addressLines } from './address-lines.ts';
import { callLine } from './call-line.ts';
import type { DevReport } from './dev-report.ts';
import { errorText } from './error-text.ts';
import type { Entry } from './find-entry.ts';

interface TextReportOptions {
  readonly entry: Entry;
  /** The name of the server in MCP clients. */
  readonly serverName: string;
  readonly isVerbose: boolean;
  /** The keys that the user can press, if there are any. */
  readonly keyHelp: string | undefined;
}

/** Reports for people. */
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
