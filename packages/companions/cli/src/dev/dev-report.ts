import { type ContractDiff, diffAsText } from '@toolwire/contract';
import { safeLine, safeLines } from '../safe-text.ts';
import { heading } from '../style.ts';
import type { Target } from '../target/target.ts';
import type { Terminal } from '../terminal.ts';
import { writeAddresses } from './write-addresses.ts';

/** What `toolwire dev` has found out since a start. */
interface Ready {
  readonly target: Target;
  readonly mcpUrl: string | undefined;
  /** Where the page of the inspector is. */
  readonly inspectorUrl: string | undefined;
  /** Since the change was seen, or since the first start. */
  readonly afterMs: number;
  /** What changed since it last answered; nothing at the first time. */
  readonly diff: ContractDiff | undefined;
  /** Whether it answers where it did before. */
  readonly isAtSameAddress: boolean;
}

/** How `toolwire dev` tells what happens. */
export interface DevReport {
  readonly changed: (files: readonly string[]) => void;
  readonly ready: (ready: Ready) => void;
  /** It listens, and nobody with tools answers. */
  readonly silent: (url: string, why: string) => void;
  readonly ended: (how: number | string) => void;
  /** What the program writes. */
  readonly output: (text: string) => void;
}

/** For a person. */
export function textReport(entry: string, project: string, terminal: Terminal): DevReport {
  const say = (text: string): void => terminal.write(`${heading('toolwire dev', terminal)}  ${text}\n`);
  return {
    changed: (files) => say(`${safeLine(files.join(', '))} changed`),
    ready({ target, afterMs, diff, isAtSameAddress, ...addresses }) {
      const count = target.tools.length === 1 ? '1 tool' : `${target.tools.length} tools`;
      say(`${count} at ${safeLine(target.address)} after ${Math.round(afterMs)} ms`);
      if (diff !== undefined) terminal.write(safeLines(diffAsText(diff)));
      if (isAtSameAddress) return;
      for (const { toolId } of target.tools) terminal.write(`  ${safeLine(toolId)}\n`);
      for (const line of writeAddresses(target, addresses, project)) terminal.write(`${line}\n`);
    },
    silent(url, why) {
      say(`${url} listens, and no tools answer there. If they are mounted at a path, say --path /ai.`);
      terminal.note(`${safeLines(why)}\n`);
    },
    ended: (how) => say(`${safeLine(entry)} ended with ${how}, and starts again when a file changes`),
    output: terminal.write,
  };
}

/** For a program: a line of JSON for each thing that happens. */
export function jsonReport(terminal: Terminal): DevReport {
  const tell = (event: string, facts: object): void => terminal.write(`${JSON.stringify({ event, ...facts })}\n`);
  return {
    changed: (files) => tell('changed', { files }),
    ready({ target, mcpUrl = null, inspectorUrl = null, afterMs, diff = null }) {
      const { address: url, wire } = target;
      const tools = target.tools.map(({ toolId }) => toolId);
      tell('ready', { url, wire, tools, mcpUrl, inspectorUrl, afterMs: Math.round(afterMs), diff });
    },
    silent: (url, why) => tell('silent', { url, why }),
    ended: (how) => tell('ended', { how }),
    output: terminal.note,
  };
}
