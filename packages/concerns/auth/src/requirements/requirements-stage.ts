import type {
  AuthorizationRequirement,
  Call,
  CallContext,
  MaybePromise,
  MissingRequirements,
  Outcome,
  Stage,
  Tool,
} from '@toolwire/core';
import { checkFunction, checkNames, type NamesOf } from '@toolwire/internal';
import {
  addAuthorizationPages,
  type CreateAuthorizationPage,
  isUnavailable,
  type Unavailable,
} from './authorization-pages.ts';
import { missingRequirements } from './missing-requirements.ts';
import { refuseMissing, refuseUnavailableToken } from './refuse-missing.ts';

/** Options of `requirements()`. */
export interface RequirementsOptions extends RequirementResolvers {
  /** Returns a page where the user authorizes a provider; the refusal contains its URL. */
  readonly challenge?: CreateAuthorizationPage | undefined;
}

const optionNames: NamesOf<RequirementsOptions> = { challenge: true, token: true, secret: true, userId: true };

/** Refuses calls that lack a requirement of their tool; names missing requirements by ID, never by value. */
export function requirements(options: RequirementsOptions = {}): Stage<Call & { readonly tool: Tool }> {
  checkNames('requirements()', options, optionNames);
  const { challenge, token, secret, userId } = options;
  checkFunction('requirements.token', token, 'token: ({ id }, { principal }) => tokenOf(principal, id)');
  checkFunction('requirements.secret', secret, 'secret: (id) => process.env[id]');
  checkFunction('requirements.userId', userId, 'userId: ({ principal }) => principal?.id');
  checkFunction('requirements.challenge', challenge, 'challenge: ({ id }) => urlOf(id)');
  const canResolve = token !== undefined || secret !== undefined || userId !== undefined;
  return (call, next) => {
    const { tool } = call;
    const missing = missingRequirements(tool.requirements, call.context);
    if (missing === undefined) return next();
    if (!canResolve && challenge === undefined) return refuseMissing(tool, { missing, reasons: [] });

    const requirementOf = (id: string): AuthorizationRequirement =>
      tool.requirements?.authorization?.find((requirement) => requirement.id === id) ?? { id };
    const resolve = async (): Promise<Outcome> => {
      const resolved = canResolve ? await resolveMissing(options, call, missing, requirementOf) : call;
      if (resolved.context === undefined) return refuseUnavailableToken(tool, resolved.provider, resolved.problem);
      const { context } = resolved;
      const stillMissing = missingRequirements(tool.requirements, context);
      if (stillMissing === undefined) return next({ context });
      if (challenge === undefined) return refuseMissing(tool, { missing: stillMissing, reasons: [] });
      return refuseMissing(tool, await addAuthorizationPages(challenge, call, stillMissing, requirementOf));
    };
    return resolve();
  };
}

/** Resolves requirements that the caller did not send, for example over MCP. */
interface RequirementResolvers {
  /** Returns the caller's token for a provider, for example from the app's token store. */
  readonly token?:
    | ((requirement: AuthorizationRequirement, call: Call) => MaybePromise<string | Unavailable | undefined>)
    | undefined;
  /** Returns the value of a secret, for example from the environment. */
  readonly secret?: ((secretId: string, call: Call) => MaybePromise<string | undefined>) | undefined;
  /** Returns the ID of the user, for example of the signed-in user. */
  readonly userId?: ((call: Call) => MaybePromise<string | undefined>) | undefined;
}

/** The completed context, or the provider whose token is unavailable. */
type ResolvedContext =
  | { readonly context: CallContext }
  | { readonly context?: never; readonly provider: string; readonly problem: Unavailable };

/** Adds the resolved requirements to the context; values from the caller are kept. */
async function resolveMissing(
  resolvers: RequirementResolvers,
  call: Call,
  missing: MissingRequirements,
  requirementOf: (providerId: string) => AuthorizationRequirement,
): Promise<ResolvedContext> {
  const { authorization = [], secrets = [] } = missing;
  const { context } = call;
  // Asynchronous, because a throw before `Promise.all` would leave the rejections of the others unhandled.
  const resolveUserId = async (): Promise<string | undefined> =>
    missing.userId === true ? resolvers.userId?.(call) : undefined;
  const [tokens, secretValues, userId] = await Promise.all([
    Promise.all(authorization.map(async ({ id }) => ({ id, token: await resolvers.token?.(requirementOf(id), call) }))),
    Promise.all(secrets.map(async ({ id }) => ({ id, value: await resolvers.secret?.(id, call) }))),
    resolveUserId(),
  ]);
  for (const { id, token } of tokens) {
    if (isUnavailable(token)) return { provider: id, problem: token };
  }
  const resolvedTokens = tokens.flatMap(({ id, token }) => (isNonEmptyString(token) ? [{ id, token }] : []));
  const resolvedSecrets = secretValues.flatMap(({ id, value }) => (isNonEmptyString(value) ? [{ id, value }] : []));
  return {
    context: {
      ...context,
      supplied: new Set([...(context.supplied ?? []), ...resolvedTokens, ...resolvedSecrets]),
      authorization: [...withoutResolved(context.authorization, resolvedTokens), ...resolvedTokens],
      secrets: [...withoutResolved(context.secrets, resolvedSecrets), ...resolvedSecrets],
      ...(isNonEmptyString(userId) && { userId }),
    },
  };
}

function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

// The caller may have sent values that count as missing: empty ones, or different ones for the same ID.
function withoutResolved<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  resolved: readonly { readonly id: string }[],
): readonly Entry[] {
  return entries.filter(({ id }) => !resolved.some((entry) => entry.id === id));
}
