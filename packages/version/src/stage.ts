import type { Call, Outcome, Stage, Tool } from '@toolwire/core';
import type { VersionResolver } from './resolver.ts';

/** Who may see what, per call. */
export interface ResolveOptions<T extends Tool = Tool> {
  /** Tools for which this says no behave as if they did not exist. */
  readonly visible?: ((tool: T, call: Call) => boolean) | undefined;
}

/** The stage that finds the tool a call asks for; later stages have it as `call.tool`, and wires as `outcome.tool`. */
export function resolve<T extends Tool>(
  resolver: Pick<VersionResolver<T>, 'resolve'>,
  options: ResolveOptions<T> = {},
): Stage<Call, { tool: T }> {
  const { visible } = options;
  return (call, next) => {
    const found = resolver.resolve(call.toolId, visible && { visible: (tool) => visible(tool, call) });
    if (!found.ok) {
      const { code, message, developerMessage } = found;
      return { kind: 'refused', code, message, developerMessage };
    }
    const tool = found.item;
    const outcome = next({ tool });
    return 'then' in outcome ? outcome.then((late) => withTool(late, tool)) : withTool(outcome, tool);
  };
}

/** A copy where the tool is missing, since an outcome may be stored and shared; a spread would cost nine times as much. */
function withTool(outcome: Outcome, tool: Tool): Outcome {
  return outcome.tool === tool ? outcome : Object.assign({}, outcome, { tool });
}
