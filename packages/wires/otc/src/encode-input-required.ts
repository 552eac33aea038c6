import type { AuthorizationRequirement, InputRequest, InputRequiredOutcome, RefusedOutcome } from '@toolwire/core';

/** What the text can say of a tool's questions: a sign-in is a missing requirement, all else a failure that names what is needed. */
export function asRefusal(outcome: InputRequiredOutcome): RefusedOutcome | undefined {
  const authorization = Object.values(outcome.requests).flatMap(signInOf);
  if (authorization.length === 0) return undefined;
  const name = outcome.tool === undefined ? 'The tool' : `Tool '${outcome.tool.name}'`;
  const providers = authorization.map(({ id }) => `'${id}'`).join(', ');
  return {
    kind: 'refused',
    code: 'missing_requirements',
    message: `${name} needs authorization for ${providers}`,
    missing: { authorization },
  };
}

function signInOf(request: InputRequest): readonly (AuthorizationRequirement & { readonly url: string })[] {
  if (request.kind !== 'url' || request.authorization === undefined) return [];
  return [{ id: request.authorization.id, url: request.url }];
}
