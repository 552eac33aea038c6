import { type ContractDiff, diffAsText } from '@toolwire/contract';
import type { Target } from '../target/target.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { countOf, heading, safeLine, safeLines } from '../terminal/terminal-text.ts';
import { addressLines } from './address-lines.ts';

/** What `toolwire dev` found after a start. */
interface Ready {
  readonly target: Target;
  readonly mcpUrl: string | undefined;
  readonly inspectorUrl: string | undefined;
  /** The time since the change, or since the first start. */
  readonly afterMs: number;
  /** The changes since the last start; `undefined` for the first. */
  readonly diff: ContractDiff | undefined;
  /** Whether the URL is the same as before. */
  readonly isAtSameAddress: boolean;
}

/** The output of `toolwire dev`. */
export interface DevReport {
  readonly changed: (files: readonly string[]) => void;
  readonly ready: (ready: Ready) => void;
  /** The program listens, but serves no tools. */
  readonly noTools: (url: string, reason: string) => void;
  readonly ended: (exit: number | string) => void;
  /** The output of the program. */
  readonly output: (text: string) => void;
}

/** Reports for people. */
export function textReport(entry: string, project: string, terminal: Terminal): DevReport {
  const write = (text: string): void => terminal.write(`${heading('toolwire dev', terminal)}  ${text}\n`);
  return {
    changed: (files) => write(`${safeLine(files.join(', '))} changed`),
    ready({ target, afterMs, diff, isAtSameAddress, ...addresses }) {
      const count = countOf(target.tools.length, 'tool');
      write(`${count} at ${safeLine(target.address)}, ready in ${Math.round(afterMs)} ms`);
      if (diff !== undefined) terminal.write(safeLines(diffAsText(diff)));
      if (isAtSameAddress) return;
      for (const { toolId } of target.tools) terminal.write(`  ${safeLine(toolId)}\n`);
      for (const line of addressLines(target, addresses, project)) terminal.write(`${line}\n`);
    },
    noTools(url, reason) {
      write(`No tools found at ${url}. If they are mounted at a path, pass --path /ai.`);
      terminal.note(`${safeLines(reason)}\n`);
    },
    ended: (exit) => write(`${safeLine(entry)} exited with ${exit}; it restarts when a file changes`),
    output: terminal.write,
  };
}

/** Reports for programs: one line of JSON per event. */
export function jsonReport(terminal: Terminal): DevReport {
  const write = (event: string, facts: object): void => terminal.write(`${JSON.stringify({ event, ...facts })}\n`);
  return {
    changed: (files) => write('changed', { files }),
    ready({ target, mcpUrl = null, inspectorUrl = null, afterMs, diff = null }) {
      const { address: url, wire } = target;
      const tools = target.tools.map(({ toolId }) => toolId);
      write('ready', { url, wire, tools, mcpUrl, inspectorUrl, afterMs: Math.round(afterMs), diff });
    },
    noTools: (url, reason) => write('no_tools', { url, reason }),
    ended: (exit) => write('ended', { how: exit }),
    output: terminal.note,
  };
}
