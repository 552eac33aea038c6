/** A provider whose token a tool needs, such as a user's Google account. */
export interface AuthorizationRequirement<Id extends string = string> {
  readonly id: Id;
  readonly oauth2?: { readonly scopes?: readonly string[] };
}

/** A secret that a tool needs, named by its id. */
export interface SecretRequirement<Id extends string = string> {
  readonly id: Id;
}

/** What a tool needs besides its input (OTC-DEF-12 to 14). */
export interface Requirements<
  Secret extends string = string,
  Provider extends string = string,
  HasUser extends boolean = boolean,
> {
  readonly authorization?: readonly AuthorizationRequirement<Provider>[] | undefined;
  readonly secrets?: readonly SecretRequirement<Secret>[] | undefined;
  readonly userId?: HasUser | undefined;
}

/** A provider whose token a call lacked, and where its user may get it. */
export interface MissingAuthorization {
  readonly id: string;
  /** The page at which the user authorizes the provider. */
  readonly url?: string;
  /** Answers whether the user has done so (OXP-CH-03). */
  readonly checkUrl?: string;
  /** Names this attempt to authorize, where the app keeps several apart. */
  readonly attemptId?: string;
  /** What the token must have been granted, where one has come that was not. */
  readonly scopes?: readonly string[];
}

/** What a call lacked of its tool's requirements; never a value, only ids. */
export interface MissingRequirements {
  readonly authorization?: readonly MissingAuthorization[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}
