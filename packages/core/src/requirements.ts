/** A provider whose token a tool needs, such as a user's Google account. */
export interface AuthorizationRequirement {
  readonly id: string;
  readonly oauth2?: { readonly scopes?: readonly string[] };
}

/** A secret that a tool needs, named by its id. */
export interface SecretRequirement {
  readonly id: string;
}

/** What a tool needs besides its input (OTC-DEF-12 to 14). */
export interface Requirements {
  readonly authorization?: readonly AuthorizationRequirement[];
  readonly secrets?: readonly SecretRequirement[];
  readonly userId?: boolean;
}

/** What a call lacked of its tool's requirements; never a value, only ids. */
export interface MissingRequirements {
  readonly authorization?: readonly { readonly id: string; readonly url?: string }[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}
