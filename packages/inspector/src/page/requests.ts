/** The headers with the caller's credentials. */
export type Credentials = Readonly<Record<string, string>>;

/** Returns why a browser can't send the credentials; empty if it can. */
export function problemOfCredentials(credentials: Credentials): string {
  for (const [name, value] of Object.entries(credentials)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'Credentials: the header must be a name such as authorization.';
    if (/[^\t -ÿ]/.test(value)) return 'Credentials: the value must have only Latin-1 characters.';
  }
  return '';
}

interface FetchOptions extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with the caller's credentials. The browser's own error for invalid ones would not name them. */
export async function fetchWith(credentials: Credentials, url: string, options: FetchOptions = {}): Promise<Response> {
  const problem = problemOfCredentials(credentials);
  if (problem !== '') throw new Error(problem);
  return fetch(url, { cache: 'no-store', ...options, headers: { ...credentials, ...options.headers } });
}

/** Returns why a call failed. A failed request is a TypeError, whose message each browser words differently. */
export function problemOf(thrown: unknown): string {
  return thrown instanceof TypeError
    ? 'The server did not respond. Check that it runs, and call again.'
    : messageOf(thrown, 'The request failed.');
}

/** Returns the message of an error, or a fallback for a thrown value without a message. */
export function messageOf(thrown: unknown, fallback: string): string {
  return thrown instanceof Error ? thrown.message : fallback;
}
