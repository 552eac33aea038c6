import {
  andThen,
  type Call,
  type MaybePromise,
  type Outcome,
  type RefusedOutcome,
  type Stage,
  type Tool,
} from '@toolwire/core';
import type { IsVisible } from './visible.ts';

const notFound: RefusedOutcome = { kind: 'refused', code: 'tool_not_found', message: 'The tool was not found' };

/** Holds a resolver of the app's own to what the server's does: what a caller may not see is not found, and the outcome says which tool it is of. */
export function holdResolver(
  own: Stage<Call, { tool: Tool }>,
  visible: IsVisible | undefined,
): Stage<Call, { tool: Tool }> {
  return (call, next) => {
    let found: Tool | undefined;
    let isHidden = false;
    const goOn = ({ tool }: { tool: Tool }): MaybePromise<Outcome> =>
      andThen(visible?.(tool, call) ?? true, (isVisible) => {
        found = tool;
        isHidden = !isVisible;
        return isVisible ? next({ tool }) : notFound;
      });
    return andThen(own(call, goOn), (outcome) => {
      // Its own answer may tell of the tool by then, and nobody is to learn that there is one.
      if (isHidden) return notFound;
      return found === undefined || outcome.tool === found ? outcome : { ...outcome, tool: found };
    });
  };
}
