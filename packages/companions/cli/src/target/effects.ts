import { CliError } from '../cli-error.ts';
import type { Arguments } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { withTarget } from './find-target.ts';
import type { CliTool, Target } from './target.ts';

/** The tools of a target, with whether they change things: Open Tool Calling has no word for it, and MCP beside it may have. */
export async function withEffects(target: Target, given: Arguments, terminal: Terminal): Promise<readonly CliTool[]> {
  if (target.wire !== 'otc' || !/^https?:\/\//.test(target.address)) return target.tools;
  const asMcp: Arguments = { ...given, value: (name) => (name === 'wire' ? 'mcp' : given.value(name)) };
  try {
    const beside = await withTarget(target.address, asMcp, terminal, ({ tools }) => Promise.resolve(tools));
    const known = new Map(beside.map(({ toolId, annotations }) => [toolId, annotations]));
    return target.tools.map((tool) => {
      const annotations = tool.annotations ?? known.get(tool.toolId);
      return annotations === undefined ? tool : { ...tool, annotations };
    });
  } catch (thrown) {
    terminal.signal.throwIfAborted();
    // It speaks Open Tool Calling alone, which leaves the question open.
    if (thrown instanceof CliError) return target.tools;
    throw thrown;
  }
}
