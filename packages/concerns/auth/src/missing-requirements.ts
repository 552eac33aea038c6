/** What a tool needs besides its input. */
export interface NeededRequirements {
  readonly authorization?: readonly { readonly id: string }[] | undefined;
  readonly secrets?: readonly { readonly id: string }[] | undefined;
  readonly userId?: boolean | undefined;
}

/** What came with a call besides its input. */
export interface GivenContext {
  readonly authorization: readonly { readonly id: string; readonly token: string }[];
  readonly secrets: readonly { readonly id: string; readonly value: string }[];
  readonly userId?: string | undefined;
}

/** What a call lacks of its tool's requirements; never a value, only ids. */
export interface LackingRequirements {
  readonly authorization?: readonly { readonly id: string }[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}

/** Finds what a call lacks of its tool's requirements; `undefined` when it lacks nothing. */
export function missingRequirements(needed: NeededRequirements, given: GivenContext): LackingRequirements | undefined {
  // OTC-TAUTH-04, OTC-SECR-03
  const authorization = lacking(needed.authorization, given.authorization, (entry) => entry.token);
  const secrets = lacking(needed.secrets, given.secrets, (entry) => entry.value);
  // OTC-USER-01
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

/** E71: an empty value is none, and two values for one id are none either, since nobody can say which is meant. */
function isGiven<Entry extends { readonly id: string }>(
  id: string,
  given: readonly Entry[],
  valueOf: (entry: Entry) => string,
): boolean {
  const values = given.filter((entry) => entry.id === id).map(valueOf);
  return values.length > 0 && values.every((value) => value !== '' && value === values[0]);
}
