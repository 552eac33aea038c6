import type { Outcome, Tool } from '@toolwire/core';
import type { MissingWithPages, Unavailable } from './authorization-pages.ts';
import { describeMissing, describeWhatToSend } from './describe-missing.ts';

/** Refuses a call whose provider cannot supply a token now. */
export function refuseUnavailableToken(
  tool: Tool,
  provider: string,
  { unavailable: reason, retryAfterMs }: Unavailable,
): Outcome {
  return {
    kind: 'refused',
    code: 'unavailable',
    message: `Tool '${tool.name}' cannot get its token for '${provider}' now: ${reason}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    tool,
  };
}

/** Refuses a call that lacks credentials, and lists each missing secret, token or user ID. */
export function refuseMissing(tool: Tool, { missing, reasons, retryAfterMs }: MissingWithPages): Outcome {
  return {
    kind: 'refused',
    code: 'missing_requirements',
    message: `Tool '${tool.name}' needs ${describeMissing(missing)}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`,
    developerMessage: describeWhatToSend(missing),
    missing,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    tool,
  };
}
