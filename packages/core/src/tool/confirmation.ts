/** The parameter that confirms a call. The server adds it to the input schema of each tool with `confirm`. */
export const confirmationParameter = 'confirmation_token';

/** Why a call must be confirmed: it had no token, or a token that is not valid for it. */
export type ConfirmationCode =
  | 'confirmation_required'
  | 'confirmation_invalid'
  | 'confirmation_expired'
  | 'confirmation_used'
  | 'confirmation_other_caller'
  | 'confirmation_other_tool'
  | 'confirmation_other_input'
  | 'confirmation_other_question';

/** How to confirm a call that did not run. */
export interface Confirmation {
  readonly code: ConfirmationCode;
  /** For the person who decides. */
  readonly question: string;
  /** The value of `confirmation_token` in the next call. It works once. */
  readonly token: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The members of a confirmation in responses, the same in every protocol that can carry them. */
export function encodeConfirmation({ code, question, token, expiresAt }: Confirmation): object {
  return { code, question, token, expires_at: new Date(expiresAt).toISOString() };
}
