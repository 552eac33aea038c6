import type { AuthorizationRequirement, Requirements } from './listed-tool.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** What goes along with a call besides its input. */
export interface CallContext {
  readonly authorization?: readonly { readonly id: string; readonly token: string }[] | undefined;
  readonly secrets?: readonly { readonly id: string; readonly value: string }[] | undefined;
  readonly userId?: string | undefined;
}

/** Where what tools require comes from. Each is asked only for what the listing says that the tool of the call requires. */
export interface RequirementSources {
  /** The token of the user's account with a provider, obtained if there is none yet. */
  readonly token?:
    | ((provider: AuthorizationRequirement, toolId: string) => MaybePromise<string | undefined>)
    | undefined;
  /** The value of a secret. */
  readonly secret?: ((id: string, toolId: string) => MaybePromise<string | undefined>) | undefined;
  /** For whom the call is made. */
  readonly userId?: string | (() => MaybePromise<string | undefined>) | undefined;
}

/** Adds to what a call brings along what its tool requires besides (OTC-REQ-07, OTC-TAUTH-03, OTC-SECR-02, OTC-USER-01). */
export async function meetRequirements(
  given: CallContext,
  { authorization = [], secrets = [], userId: needsUser }: Requirements,
  sources: RequirementSources,
  toolId: string,
): Promise<CallContext> {
  const tokens = lacking(authorization, given.authorization).map(async (provider) => {
    const token = await sources.token?.(provider, toolId);
    return token === undefined ? [] : [{ id: provider.id, token }];
  });
  const values = lacking(secrets, given.secrets).map(async ({ id }) => {
    const value = await sources.secret?.(id, toolId);
    return value === undefined ? [] : [{ id, value }];
  });
  const user = needsUser === true && given.userId === undefined ? userOf(sources) : given.userId;
  // All at once: one that fails while another is waited for would go unheard.
  const [foundTokens, foundSecrets, userId] = await Promise.all([Promise.all(tokens), Promise.all(values), user]);
  return {
    authorization: [...(given.authorization ?? []), ...foundTokens.flat()],
    secrets: [...(given.secrets ?? []), ...foundSecrets.flat()],
    userId,
  };
}

/** Whether a context has anything in it that only the server may read. */
export function hasSecrets({ authorization = [], secrets = [] }: CallContext): boolean {
  return authorization.length > 0 || secrets.length > 0;
}

/** What is required and was not given. */
function lacking<Required extends { readonly id: string }>(
  required: readonly Required[],
  given: readonly { readonly id: string }[] = [],
): readonly Required[] {
  return required.filter(({ id }) => !given.some((one) => one.id === id));
}

async function userOf({ userId }: RequirementSources): Promise<string | undefined> {
  return typeof userId === 'function' ? userId() : userId;
}
