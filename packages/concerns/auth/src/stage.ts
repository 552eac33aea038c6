import type { AuthorizationRequirement, Call, MissingRequirements, Outcome, Stage, Tool } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { type Challenge, type OfferChallenge, offerChallenges, type Unavailable } from './challenge.ts';
import { missingRequirements } from './missing-requirements.ts';
import { whatIsMissing, whatToSend } from './missing-text.ts';
import { type Supply, supplyMissing } from './supply.ts';

export { type ScopesOptions, scopes } from './scope-stage.ts';
export type { Challenge, OfferChallenge, Supply, Unavailable };

/** How calls that lack something of their tool's requirements are helped. */
export interface RequirementsOptions extends Supply {
  /** Offers a page at which the user may authorize a provider; its address goes along with the refusal. */
  readonly challenge?: OfferChallenge | undefined;
}

const optionNames: NamesOf<RequirementsOptions> = { challenge: true, token: true, secret: true, userId: true };

/** Refuses a call that came without what its tool needs; names what is missing by id, never by value. */
export function requirements(options: RequirementsOptions = {}): Stage<Call & { readonly tool: Tool }> {
  checkNames('requirements()', options, optionNames);
  const { challenge, token, secret, userId } = options;
  const supplies = token !== undefined || secret !== undefined || userId !== undefined;
  return (call, next) => {
    const { tool } = call;
    // OTC-TAUTH-02: no requirements, no questions
    const missing = tool.requirements && missingRequirements(tool.requirements, call.context);
    if (missing === undefined) return next();
    if (!supplies && challenge === undefined) return refusal(tool, missing);

    const requirementOf = (id: string): AuthorizationRequirement =>
      tool.requirements?.authorization?.find((one) => one.id === id) ?? { id };
    const resolve = async (): Promise<Outcome> => {
      const supplied = supplies ? await supplyMissing(options, call, missing, requirementOf) : call;
      if (supplied.context === undefined) return unavailable(tool, supplied.provider, supplied.problem);
      const { context } = supplied;
      const left = missingRequirements(tool.requirements ?? {}, context);
      if (left === undefined) return next({ context });
      if (challenge === undefined) return refusal(tool, left);
      const offered = await offerChallenges(challenge, call, left, requirementOf);
      return refusal(tool, offered.missing, offered.reasons);
    };
    return resolve();
  };
}

function unavailable(tool: Tool, provider: string, { unavailable: reason, retryAfterMs }: Unavailable): Outcome {
  return {
    kind: 'refused',
    code: 'unavailable',
    message: `Tool '${tool.name}' cannot get its token for '${provider}' now: ${reason}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    tool,
  };
}

function refusal(tool: Tool, missing: MissingRequirements, reasons: readonly string[] = []): Outcome {
  return {
    kind: 'refused',
    code: 'missing_requirements',
    message: [`Tool '${tool.name}' needs ${whatIsMissing(missing)}`, ...reasons].join(': '),
    developerMessage: whatToSend(missing),
    missing,
    tool,
  };
}
