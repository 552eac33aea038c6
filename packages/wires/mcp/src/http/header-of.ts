import type { HttpRequest } from '@toolwire/core/wire';

/**
 * What reads the headers of a request. By itself, since a function holds all that stands where it was made: beside a
 * message that would be the message, for as long as its tool runs.
 */
export function headerOf(request: HttpRequest): (name: string) => string | undefined {
  return (name) => request.header(name);
}
