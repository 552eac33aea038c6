import {
  andThen,
  type Call,
  type MaybePromise,
  type Outcome,
  type RefusedOutcome,
  type Stage,
  type Tool,
} from '@toolwire/core';
import { requireOutcome } from '@toolwire/core/internal';
import { orElse } from '@toolwire/internal';
import { addedSecrets } from '../run/call-credentials.ts';
import type { RefuseStageError } from '../run/error-hooks.ts';
import type { IsVisibleTo } from '../tools/visibility.ts';

const notFound: RefusedOutcome = { kind: 'refused', code: 'tool_not_found', message: 'The tool was not found' };

/** Wraps a custom resolver: hidden tools are not found, and an outcome without a tool gets the resolved one. */
export function guardCustomResolver(
  resolve: Stage<Call, { tool: Tool }>,
  visible: IsVisibleTo | undefined,
): Stage<Call, { tool: Tool }> {
  return (call, next) => {
    let found: Tool | undefined;
    let isHidden = false;
    const continueWith = ({ tool }: { tool: Tool }): MaybePromise<Outcome> =>
      andThen(visible?.(tool, call) ?? true, (isVisible) => {
        found = tool;
        isHidden = !isVisible;
        return isVisible ? next({ tool }) : notFound;
      });
    return andThen(resolve(call, continueWith), (outcome) => {
      requireOutcome(outcome);
      // The resolver's outcome may reveal the hidden tool.
      if (isHidden) return notFound;
      // A stored outcome has the version that ran.
      return found === undefined || outcome.tool !== undefined ? outcome : { ...outcome, tool: found };
    });
  };
}

/** Throws if middleware returns no outcome, before outer stages read it. */
export function requiringOutcome<Reached extends Call, Adds extends object>(
  stage: Stage<Reached, Adds>,
): Stage<Reached, Adds> {
  return (call, next) => andThen(stage(call, next), requireOutcome);
}

/**
 * Lets outer stages mask the credentials that a check supplies: records them for outcomes. Errors of later stages are caught here, because
 * outer middleware may log them.
 */
export function maskSuppliedSecrets<Reached extends Call & { readonly tool: Tool }>(
  stage: Stage<Reached>,
  refuse: RefuseStageError,
): Stage<Reached> {
  return (call, next) =>
    stage(call, (adds?: Partial<Call>): MaybePromise<Outcome> => {
      if (adds === undefined) return next();
      for (const secret of addedSecrets(adds.context ?? call.context, call)) call.suppliedSecrets?.add(secret);
      return orElse(
        () => next(adds),
        (thrown) => refuse(thrown, { ...call, ...adds }),
      );
    });
}
