import type { ContractDiff } from '@toolwire/contract';
import { messageOf } from '../cli-error.ts';
import type { Target } from '../target/target.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Addresses } from './address-lines.ts';
import type { FinishedCall } from './follow-calls.ts';
import { locateError } from './locate-error.ts';
import type { Crash } from './program-hook.ts';

/** What `toolwire dev` found after a start. */
interface Ready extends Addresses {
  readonly target: Target;
  /** The time since the change, or since the first start. */
  readonly afterMs: number;
  /** The changes since the baseline; `undefined` at the first start without an earlier listing. */
  readonly diff: ContractDiff | undefined;
  /** The baseline, such as `commit 1a2b3c4`. */
  readonly since: string | undefined;
  /** Whether the URL is the same as before. */
  readonly isAtSameAddress: boolean;
}

/** The output of `toolwire dev`. */
export interface DevReport {
  /** Files were saved; none if the user restarts the program. */
  readonly changed: (files: readonly string[]) => void;
  readonly ready: (ready: Ready) => void;
  /** The program listens, but serves no tools. */
  readonly noTools: (url: string, error: unknown) => void;
  readonly called: (call: FinishedCall) => void;
  readonly ended: (exit: number | string, crash: Crash | undefined) => void;
  readonly output: (text: string) => void;
}

/** Reports for other tools: one line of JSON per event. */
export function jsonReport(root: string, terminal: Terminal): DevReport {
  const write = (event: string, facts: object): void => terminal.write(`${JSON.stringify({ event, ...facts })}\n`);
  return {
    changed: (files) => write('changed', { files }),
    ready({ target, mcpUrl = null, inspectorUrl = null, afterMs, diff = null, since = null }) {
      const { address: url, wire } = target;
      const tools = target.tools.map(({ toolId }) => toolId);
      write('ready', { url, wire, tools, mcpUrl, inspectorUrl, afterMs: Math.round(afterMs), diff, since });
    },
    noTools: (url, error) => write('no_tools', { url, reason: messageOf(error) }),
    called: ({ client = null, problem: _problem, ...call }) => write('call', { ...call, client }),
    ended(exit, crash) {
      // `output` never got this part: see `createCrashReader`.
      if (crash !== undefined) terminal.note(crash.output);
      write('ended', { how: exit, error: crash === undefined ? null : errorFields(crash, root) });
    },
    output: terminal.note,
  };
}

function errorFields(crash: Crash, root: string): object {
  const { location = null, message } = locateError(crash, root);
  return { location, message, code: crash.code ?? null, help: crash.help ?? null };
}
