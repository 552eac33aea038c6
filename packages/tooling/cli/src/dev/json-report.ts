import { messageOf } from '../cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Crash } from './crash-report.ts';
import type { DevReport } from './dev-report.ts';
import { locateError } from './locate-error.ts';

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
