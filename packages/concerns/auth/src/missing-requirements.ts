/** The requirements of a tool. */
export interface NeededRequirements {
  readonly authorization?: readonly { readonly id: string }[] | undefined;
  readonly secrets?: readonly { readonly id: string }[] | undefined;
  readonly userId?: boolean | undefined;
}

/** The context of a call. */
export interface GivenContext {
  readonly authorization: readonly { readonly id: string; readonly token: string }[];
  readonly secrets: readonly { readonly id: string; readonly value: string }[];
  readonly userId?: string | undefined;
}

/** The missing requirements, as IDs without values. */
export interface LackingRequirements {
  readonly authorization?: readonly { readonly id: string }[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}

/** Returns the missing requirements of a call, or `undefined` if there are none (OTC-TAUTH-04, OTC-SECR-03, OTC-USER-01). */
export function missingRequirements(needed: NeededRequirements, given: GivenContext): LackingRequirements | undefined {
  const authorization = lacking(needed.authorization, given.authorization, (entry) => entry.token);
  const secrets = lacking(needed.secrets, given.secrets, (entry) => entry.value);
  const lacksUserId = needed.userId === true && !given.userId;
  if (authorization.length === 0 && secrets.length === 0 && !lacksUserId) {
    return undefined;
  }
  return {
    ...(authorization.length > 0 && { authorization }),
    ...(secrets.length > 0 && { secrets }),
    ...(lacksUserId && { userId: true }),
  };
}

function lacking<Entry extends { readonly id: string }>(
  needed: readonly { readonly id: string }[] = [],
  given: readonly Entry[],
  valueOf: (entry: Entry) => string,
): readonly { readonly id: string }[] {
  return needed.filter(({ id }) => !isGiven(id, given, valueOf)).map(({ id }) => ({ id }));
}

/** Empty values, and different values for the same ID, count as missing (E71). */
function isGiven<Entry extends { readonly id: string }>(
  id: string,
  given: readonly Entry[],
  valueOf: (entry: Entry) => string,
): boolean {
  const values = given.filter((entry) => entry.id === id).map(valueOf);
  return values.length > 0 && values.every((value) => value !== '' && value === values[0]);
}
