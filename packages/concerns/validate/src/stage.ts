import type { Call, Checked, InvalidOutcome, MaybePromise, Next, Outcome, Stage, Tool } from '@toolwire/core';

/** What the validate stage adds to a call. */
export interface ValidInput {
  /** The input as the tool's schema gave it back, with its defaults and transforms. */
  readonly validInput: unknown;
}

/** Checks the input of a call against its tool's schema before anything runs (OTC-CALL-10). */
export function validate(): Stage<Call & { readonly tool: Tool }, ValidInput> {
  return ({ tool, input }, next) => {
    // MCP-CALL-01: over every wire, before the tool runs.
    const checked = tool.checkInput(input);
    // One branch instead of a helper of core: stages import its types only.
    return 'then' in checked ? proceedLater(checked, tool, next) : proceed(checked, tool, next);
  };
}

// By itself, so that a call whose input is checked at once makes no function.
function proceedLater(checking: Promise<Checked>, tool: Tool, next: Next<ValidInput>): Promise<Outcome> {
  return checking.then((checked) => proceed(checked, tool, next));
}

function proceed(checked: Checked, tool: Tool, next: Next<ValidInput>): MaybePromise<Outcome> {
  return checked.ok ? next({ validInput: checked.value }) : invalid(checked, tool);
}

/** OTC-CALL-11: the answer of a call whose input does not fit. */
function invalid({ message, parameterErrors }: Extract<Checked, { ok: false }>, tool: Tool): InvalidOutcome {
  return { kind: 'invalid', message, parameterErrors, tool };
}
