import { type Call, isPromise, type MaybePromise, type Outcome, type Stage, type Tool } from '@toolwire/core';

/**
 * Answers here for a later stage that throws, where the server has supplied what the caller did not send: further out nobody knows
 * what of the error to mask.
 */
export function hideSupplied<Reached extends Call & { readonly tool: Tool }>(
  requirements: Stage<Reached>,
  refuse: (thrown: unknown, call: Call) => Outcome,
): Stage<Reached> {
  return (call, next) =>
    requirements(call, (adds?: Partial<Call>): MaybePromise<Outcome> => {
      if (adds === undefined) return next();
      const fail = (thrown: unknown): Outcome => refuse(thrown, { ...call, ...adds });
      try {
        const outcome = next(adds);
        return isPromise(outcome) ? outcome.catch(fail) : outcome;
      } catch (thrown) {
        return fail(thrown);
      }
    });
}
