import type { Call, Checked, InvalidOutcome, MaybePromise, Outcome, Stage, Tool } from '@toolwire/core';

/** What the validate stage adds to a call. */
export interface ValidInput {
  /** The input as the tool's schema gave it back, with its defaults and transforms. */
  readonly validInput: unknown;
}

/** Checks the input of a call against its tool's schema before anything runs (OTC-CALL-10). */
export function validate(): Stage<Call & { readonly tool: Tool }, ValidInput> {
  return (call, next) => {
    const proceed = (checked: Checked): MaybePromise<Outcome> =>
      checked.ok ? next({ validInput: checked.value }) : invalid(checked, call.tool);
    // MCP-CALL-01: over every wire, before the tool runs.
    const checked = call.tool.checkInput(call.input);
    // One branch instead of a helper of core: stages import its types only.
    return 'then' in checked ? checked.then(proceed) : proceed(checked);
  };
}

/** OTC-CALL-11: the answer of a call whose input does not fit. */
function invalid({ message, parameterErrors }: Extract<Checked, { ok: false }>, tool: Tool): InvalidOutcome {
  return { kind: 'invalid', message, parameterErrors, tool };
}
