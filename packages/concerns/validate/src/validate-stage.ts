import type { Call, Checked, InvalidOutcome, MaybePromise, Next, Outcome, Stage, Tool } from '@toolwire/core';

/** The fields that the validate stage adds to a call. */
interface ValidInput {
  /** The validated input, with defaults and transforms applied. */
  readonly validInput: unknown;
}

/**
 * Checks the input of a call against its tool's schema before anything runs (OTC-CALL-10). `stage-order.ts` of `@toolwire/server` has the
 * order of all stages.
 */
export function validate(): Stage<Call & { readonly tool: Tool }, ValidInput> {
  return ({ tool, input }, next) => {
    // Inputs are checked before the tool runs, in every protocol (MCP-CALL-01).
    const checked = tool.checkInput(input);
    // `andThen` is written out, because stages import only types of core.
    return 'then' in checked ? proceedLater(checked, tool, next) : proceed(checked, tool, next);
  };
}

// A separate function, so that a synchronous check allocates no closure.
function proceedLater(checking: Promise<Checked>, tool: Tool, next: Next<ValidInput>): Promise<Outcome> {
  return checking.then((checked) => proceed(checked, tool, next));
}

function proceed(checked: Checked, tool: Tool, next: Next<ValidInput>): MaybePromise<Outcome> {
  return checked.ok ? next({ validInput: checked.value }) : invalid(checked, tool);
}

/** The outcome of an invalid input (OTC-CALL-11). */
function invalid({ message, parameterErrors }: Extract<Checked, { ok: false }>, tool: Tool): InvalidOutcome {
  return { kind: 'invalid', message, parameterErrors, tool };
}
