import { anyOf, apiKey, type Verifier } from '@toolwire/auth';
import { jwt } from '@toolwire/auth/jwt';
import type { KnownCredentials } from '../subject/known-credentials.ts';

/** The credentials of a server under test that requires some. */
export const hostCredentials: Required<KnownCredentials> = {
  apiKey: 'K7vq2ZxT9dRbW4mYc8LsHj3NfPg6AeUo',
  jwt: { secret: 'J5rXk8QwBt2VnSz6MhCy9FdGp3LaEu7T', audience: 'conformance.example' },
};

/** Lets in callers with these credentials, and nobody else. */
export function hostAuth(): Verifier {
  const { secret, audience } = hostCredentials.jwt;
  return anyOf(apiKey({ keys: { caller: hostCredentials.apiKey } }), jwt({ secret, audiences: [audience] }));
}
