import type { AuthSources } from '../call/credentials.ts';
import type { Operation, SecurityAlternative } from '../reader/document-model.ts';

/** Chooses the schemes for the calls of an operation, or returns the reason why none can be used. */
export function chooseSecurity(
  operation: Operation,
  sources: AuthSources = {},
): SecurityAlternative | { readonly reason: string } {
  const alternatives = operation.security;
  const usable = alternatives.filter((uses) => uses.every(({ scheme }) => scheme.kind !== 'unsupported'));
  const chosen = usable.find(
    (uses) => uses.length > 0 && uses.every(({ scheme }) => Object.hasOwn(sources, scheme.id)),
  );
  const uses = chosen ?? usable.find(({ length }) => length > 0) ?? usable[0];
  if (uses === undefined && alternatives.length > 0) return { reason: reasonOf(alternatives) };
  // An operation that also works without credentials requires them only if the options name a source.
  const isOptional = chosen === undefined && alternatives.some(({ length }) => length === 0);
  return isOptional ? [] : (uses ?? []);
}

function reasonOf(alternatives: readonly SecurityAlternative[]): string {
  const [reason] = alternatives.flat().flatMap(({ scheme }) => (scheme.kind === 'unsupported' ? [scheme.reason] : []));
  return `${reason ?? 'No security scheme can be used.'} Only API keys, basic, bearer, OAuth 2.0 and OpenID Connect are supported.`;
}
