import type { MaybePromise, NamesOf } from '@toolwire/internal';
import type { AuthorizationRequirement, Requirements } from '../listed-tool.ts';

/** Tokens, secrets and the user ID of a call. */
export interface CallContext {
  readonly authorization?: readonly { readonly id: string; readonly token: string }[] | undefined;
  readonly secrets?: readonly { readonly id: string; readonly value: string }[] | undefined;
  readonly userId?: string | undefined;
}

/** Returns what tools require. Each function is called only for requirements in the listing of the tool. */
export interface RequirementSources {
  /** Returns the user's token for a provider. */
  readonly token?:
    | ((provider: AuthorizationRequirement, toolId: string) => MaybePromise<string | undefined>)
    | undefined;
  /** Returns the value of a secret. */
  readonly secret?: ((id: string, toolId: string) => MaybePromise<string | undefined>) | undefined;
  /** The ID of the user. */
  readonly userId?: string | (() => MaybePromise<string | undefined>) | undefined;
}

export const requirementNames: NamesOf<RequirementSources> = { token: true, secret: true, userId: true };

/** Adds the missing requirements of a tool to the context of a call (OTC-REQ-07, OTC-TAUTH-03, OTC-SECR-02, OTC-USER-01). */
export async function meetRequirements(
  context: CallContext,
  { authorization = [], secrets = [], userId: needsUser }: Requirements,
  sources: RequirementSources,
  toolId: string,
): Promise<CallContext> {
  const tokens = missingFrom(authorization, context.authorization).map(async (provider) => {
    const token = await sources.token?.(provider, toolId);
    return token === undefined ? [] : [{ id: provider.id, token }];
  });
  const values = missingFrom(secrets, context.secrets).map(async ({ id }) => {
    const value = await sources.secret?.(id, toolId);
    return value === undefined ? [] : [{ id, value }];
  });
  const user = needsUser === true && context.userId === undefined ? userOf(sources) : context.userId;
  // Concurrently, because sequential awaits would leave a rejection unhandled.
  const [foundTokens, foundSecrets, userId] = await Promise.all([Promise.all(tokens), Promise.all(values), user]);
  return {
    authorization: [...(context.authorization ?? []), ...foundTokens.flat()],
    secrets: [...(context.secrets ?? []), ...foundSecrets.flat()],
    userId,
  };
}

/** Whether a context contains tokens or secrets. */
export function hasTokensOrSecrets({ authorization = [], secrets = [] }: CallContext): boolean {
  return authorization.length > 0 || secrets.length > 0;
}

function missingFrom<Requirement extends { readonly id: string }>(
  required: readonly Requirement[],
  entries: readonly { readonly id: string }[] = [],
): readonly Requirement[] {
  return required.filter(({ id }) => !entries.some((entry) => entry.id === id));
}

async function userOf({ userId }: RequirementSources): Promise<string | undefined> {
  return typeof userId === 'function' ? userId() : userId;
}
