import type { Outcome, Tool } from '@toolwire/core';
import type { MissingWithPages, Unavailable } from './authorization-pages.ts';
import type { MissingRequirementIds } from './missing-requirements.ts';

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

/** Describes the missing requirements to the user and the model: `authorization for 'google' and a user id`. */
function describeMissing({ authorization, secrets, userId }: MissingRequirementIds): string {
  return joinWithAnd([
    ...(authorization ? [`authorization for ${quoted(authorization)}`] : []),
    ...(secrets ? [`the ${secrets.length === 1 ? 'secret' : 'secrets'} ${quoted(secrets)}`] : []),
    ...(userId ? ['a user id'] : []),
  ]);
}

/** Describes to developers which context fields to send. */
function describeWhatToSend({ authorization, secrets, userId }: MissingRequirementIds): string {
  return `Send ${joinWithAnd([
    ...(authorization ? [`context.authorization with one token ${eachFor(authorization)}`] : []),
    ...(secrets ? [`context.secrets with one value ${eachFor(secrets)}`] : []),
    ...(userId ? ['context.user_id'] : []),
  ])}`;
}

function eachFor(required: readonly { readonly id: string }[]): string {
  return `${required.length === 1 ? '' : 'each '}for ${quoted(required)}`;
}

function quoted(required: readonly { readonly id: string }[]): string {
  return joinWithAnd(required.map(({ id }) => `'${id}'`));
}

/** Joins names with commas, and with `and` before the last. */
export function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
