/** Why a token was rejected, for the log. */
export type JwtRejection =
  | 'not_bearer'
  | 'too_long'
  | 'malformed'
  | 'algorithm_not_allowed'
  | 'critical_header'
  | 'unknown_key'
  | 'keys_unavailable'
  | 'bad_signature'
  | 'bad_claims'
  | 'expired'
  | 'not_yet_valid'
  | 'lives_too_long'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'no_principal';
