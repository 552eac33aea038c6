import type { LackingRequirements } from './missing-requirements.ts';

/** What a tool needs, for the user and the model, such as `authorization for 'google' and a user id`. */
export function whatIsMissing({ authorization, secrets, userId }: LackingRequirements): string {
  return listed([
    ...(authorization ? [`authorization for ${quoted(authorization)}`] : []),
    ...(secrets ? [`the ${secrets.length === 1 ? 'secret' : 'secrets'} ${quoted(secrets)}`] : []),
    ...(userId ? ['a user id'] : []),
  ]);
}

/** Which members of the call's context to send, for developers. */
export function whatToSend({ authorization, secrets, userId }: LackingRequirements): string {
  return `Send ${listed([
    ...(authorization ? [`context.authorization with one token ${eachFor(authorization)}`] : []),
    ...(secrets ? [`context.secrets with one value ${eachFor(secrets)}`] : []),
    ...(userId ? ['context.user_id'] : []),
  ])}`;
}

function eachFor(required: readonly { readonly id: string }[]): string {
  return `${required.length === 1 ? '' : 'each '}for ${quoted(required)}`;
}

function quoted(required: readonly { readonly id: string }[]): string {
  return listed(required.map(({ id }) => `'${id}'`));
}

/** Names joined by commas, and `and` before the last. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
