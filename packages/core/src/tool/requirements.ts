/** A provider whose token a tool needs, such as a user's Google account. */
export interface AuthorizationRequirement<Id extends string = string> {
  readonly id: Id;
  readonly oauth2?: { readonly scopes?: readonly string[] };
}

/** A secret that a tool needs. */
export interface SecretRequirement<Id extends string = string> {
  readonly id: Id;
}

/** The tokens, secrets and user ID that a tool needs (OTC-DEF-12 to 14). */
export interface Requirements<
  Secret extends string = string,
  Provider extends string = string,
  HasUser extends boolean = boolean,
> {
  readonly authorization?: readonly AuthorizationRequirement<Provider>[] | undefined;
  readonly secrets?: readonly SecretRequirement<Secret>[] | undefined;
  readonly userId?: HasUser | undefined;
}

/** Encodes requirements with the field names of Open Tool Calling, without absent fields (OTC-DEF-13, OTC-DEF-14). */
export function encodeRequirements({ authorization, secrets, userId }: Requirements): {
  readonly authorization?: Requirements['authorization'];
  readonly secrets?: Requirements['secrets'];
  readonly user_id?: boolean;
} {
  return {
    ...(authorization !== undefined && { authorization }),
    ...(secrets !== undefined && { secrets }),
    ...(userId !== undefined && { user_id: userId }),
  };
}

/** A missing token, and where the user can authorize its provider. */
export interface MissingAuthorization {
  readonly id: string;
  /** The page where the user authorizes the provider. */
  readonly url?: string;
  /** A URL that reports whether the user has done so (OXP-CH-03). */
  readonly checkUrl?: string;
  /** The ID of this authorization attempt. */
  readonly attemptId?: string;
  /** The scopes that the sent token lacks. */
  readonly scopes?: readonly string[];
}

/** The missing requirements of a call: IDs only, never values. */
export interface MissingRequirements {
  readonly authorization?: readonly MissingAuthorization[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}
