/** The requirements of a tool. */
export interface ToolRequirements {
  readonly authorization?: readonly { readonly id: string }[] | undefined;
  readonly secrets?: readonly { readonly id: string }[] | undefined;
  readonly userId?: boolean | undefined;
}

/** The credentials and the user ID of a call. */
export interface CallCredentials {
  readonly authorization: readonly { readonly id: string; readonly token: string }[];
  readonly secrets: readonly { readonly id: string; readonly value: string }[];
  readonly userId?: string | undefined;
}

/** The missing requirements, as IDs without values. */
export interface MissingRequirementIds {
  readonly authorization?: readonly { readonly id: string }[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}

/**
 * Returns the missing requirements of a call, or `undefined` if all are met (OTC-TAUTH-04, OTC-SECR-03, OTC-USER-01). A tool without
 * requirements needs no credentials (OTC-TAUTH-02).
 */
export function missingRequirements(
  requirements: ToolRequirements | undefined,
  credentials: CallCredentials,
): MissingRequirementIds | undefined {
  if (requirements === undefined) return undefined;
  const authorization = missingEntries(requirements.authorization, credentials.authorization, (entry) => entry.token);
  const secrets = missingEntries(requirements.secrets, credentials.secrets, (entry) => entry.value);
  const lacksUserId = requirements.userId === true && !credentials.userId;
  if (authorization.length === 0 && secrets.length === 0 && !lacksUserId) {
    return undefined;
  }
  return {
    ...(authorization.length > 0 && { authorization }),
    ...(secrets.length > 0 && { secrets }),
    ...(lacksUserId && { userId: true }),
  };
}

function missingEntries<Entry extends { readonly id: string }>(
  required: readonly { readonly id: string }[] = [],
  entries: readonly Entry[],
  valueOf: (entry: Entry) => string,
): readonly { readonly id: string }[] {
  return required.filter(({ id }) => !isPresent(id, entries, valueOf)).map(({ id }) => ({ id }));
}

/** Empty values, and different values for the same ID, count as missing (E71). */
function isPresent<Entry extends { readonly id: string }>(
  id: string,
  entries: readonly Entry[],
  valueOf: (entry: Entry) => string,
): boolean {
  const values = entries.filter((entry) => entry.id === id).map(valueOf);
  return values.length > 0 && values.every((value) => value !== '' && value === values[0]);
}
