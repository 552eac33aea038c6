import { audience, issuer, nowSeconds } from './issuer.ts';

/** The introspection response for a valid token. */
export function goodAnswer(): Record<string, unknown> {
  return {
    active: true,
    sub: 'ada',
    iss: issuer,
    aud: audience,
    exp: nowSeconds() + 600,
    scope: 'vault:list vault:open',
  };
}

const changes: readonly (readonly [name: string, reason: string, members: () => object])[] = [
  ['inactive', 'inactive', () => ({ active: false })],
  ['expired', 'expired', () => ({ exp: nowSeconds() })],
  ['expired long ago', 'expired', () => ({ exp: 0 })],
  ['of an end that is a text', 'bad_claims', () => ({ exp: String(nowSeconds() + 600) })],
  ['of an end that is null', 'bad_claims', () => ({ exp: null })],
  ['for later', 'not_yet_valid', () => ({ nbf: nowSeconds() + 3600 })],
  ['issued in an hour', 'not_yet_valid', () => ({ iat: nowSeconds() + 3600 })],
  ['for no audience', 'wrong_audience', () => ({ aud: undefined })],
  ['for another audience', 'wrong_audience', () => ({ aud: 'https://other.example.com/mcp' })],
  ['for an audience with a slash more', 'wrong_audience', () => ({ aud: `${audience}/` })],
  ['for other audiences', 'wrong_audience', () => ({ aud: ['other', 'third'] })],
  ['for an empty list of audiences', 'bad_claims', () => ({ aud: [] })],
  ['for an audience that is an object', 'bad_claims', () => ({ aud: { 0: audience } })],
  ['of another issuer', 'wrong_issuer', () => ({ iss: `${issuer}.evil.example` })],
  ['of an issuer that is a list', 'wrong_issuer', () => ({ iss: [issuer] })],
  ['a refresh token', 'not_access_token', () => ({ token_type: 'refresh_token' })],
  ['an ID token', 'not_access_token', () => ({ token_use: 'id' })],
  ['of nobody', 'no_principal', () => ({ sub: undefined })],
  ['of a subject without a name', 'no_principal', () => ({ sub: '' })],
  ['of a subject that is a number', 'no_principal', () => ({ sub: 7 })],
];

/** Responses that deny access, with the reason. */
export const badAnswers = changes.map(([name, reason, members]) => ({
  name,
  reason,
  answer: () => Response.json({ ...goodAnswer(), ...members() }),
}));

/** Invalid responses: the validity of the token is unknown. */
export const noAnswers: readonly { readonly name: string; readonly answer: () => Response }[] = [
  { name: 'status 500', answer: () => Response.json(goodAnswer(), { status: 500 }) },
  { name: 'status 401', answer: () => Response.json(goodAnswer(), { status: 401 }) },
  { name: 'status 201', answer: () => Response.json(goodAnswer(), { status: 201 }) },
  { name: 'a redirect', answer: () => new Response(null, { status: 302, headers: { location: issuer } }) },
  { name: 'no JSON', answer: () => new Response(JSON.stringify(goodAnswer()).slice(0, -1)) },
  { name: 'a list', answer: () => Response.json([goodAnswer()]) },
  { name: 'null', answer: () => Response.json(null) },
  { name: 'an empty object', answer: () => Response.json({}) },
  { name: "active: 'true'", answer: () => Response.json({ ...goodAnswer(), active: 'true' }) },
  { name: 'active: 1', answer: () => Response.json({ ...goodAnswer(), active: 1 }) },
  { name: 'no active', answer: () => Response.json({ ...goodAnswer(), active: undefined }) },
];
