import type { AuthorizationRequirement, Call, Outcome, Stage, Tool } from '@toolwire/core';
import { checkFunction, checkNames, type NamesOf } from '@toolwire/internal';
import { addAuthorizationPages, type CreateAuthorizationPage } from './authorization-pages.ts';
import { missingRequirements } from './missing-requirements.ts';
import { refuseMissing, refuseUnavailableToken } from './refuse-missing.ts';
import { type RequirementResolvers, resolveMissing } from './resolve-missing.ts';

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
