import type { Call, MaybePromise, Next, Outcome, Stage, Tool } from '@toolwire/core';
import type { Resolution } from './resolution.ts';
import type { VersionResolver } from './resolver.ts';
import { Sight } from './sight.ts';
import { toolNotFound } from './unresolved.ts';

/** Which tools the caller of a call may see. */
export interface ResolveOptions<T extends Tool = Tool> {
  /** Tools for which this says no behave as if they did not exist. */
  readonly visible?: ((tool: T, call: Call) => MaybePromise<boolean>) | undefined;
}

/** The stage that finds the tool a call asks for; later stages have it as `call.tool`, and wires as `outcome.tool`. */
export function resolve<T extends Tool>(
  resolver: Pick<VersionResolver<T>, 'resolve' | 'has'>,
  options: ResolveOptions<T> = {},
): Stage<Call, { tool: T }> {
  const { visible } = options;
  if (visible === undefined) return (call, next) => goOn(find(resolver, call), next);
  return (call, next) => {
    const sight = new Sight<T>((tool) => visible(tool, call));
    const look = (): MaybePromise<Outcome> => {
      const found = find(resolver, call, sight);
      const open = sight.takeOpen();
      return open === undefined ? goOn(found, next) : open.then(look);
    };
    return look();
  };
}

/** What the wire has found counts where it is served still, and to this caller; otherwise it is the id that is asked for. */
function find<T extends Tool>(
  resolver: Pick<VersionResolver<T>, 'resolve' | 'has'>,
  { found, toolId }: Call,
  sight?: Sight<T>,
): Resolution<T> {
  if (found === null) return toolNotFound(toolId, []);
  if (found !== undefined && resolver.has(found) && (sight === undefined || sight.visible(found))) {
    return { ok: true, item: found, form: 'exact' };
  }
  return resolver.resolve(toolId, sight);
}

function goOn<T extends Tool>(found: Resolution<T>, next: Next<{ tool: T }>): MaybePromise<Outcome> {
  if (!found.ok) {
    const { code, message, developerMessage } = found;
    return { kind: 'refused', code, message, developerMessage };
  }
  const tool = found.item;
  const outcome = next({ tool });
  return 'then' in outcome ? withToolLater(outcome, tool) : withTool(outcome, tool);
}

// By itself, so that a call that is answered at once makes no function.
function withToolLater(outcome: Promise<Outcome>, tool: Tool): Promise<Outcome> {
  return outcome.then((late) => withTool(late, tool));
}

/** A copy where the tool is missing, since an outcome may be stored and shared; a spread would cost nine times as much. */
function withTool(outcome: Outcome, tool: Tool): Outcome {
  return outcome.tool === tool ? outcome : Object.assign({}, outcome, { tool });
}
