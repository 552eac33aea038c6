import type { Call } from '@toolwire/core';

const longestText = 256;

/** CASE-C: an id is the caller's own text, cut to size, and nothing where it repeats what must stay secret. */
export function textOfCaller(text: string | undefined, { context }: Call): string | undefined {
  if (text === undefined) return undefined;
  const repeats = (secret: string): boolean => secret !== '' && text.includes(secret);
  const isSecret =
    context.authorization.some(({ token }) => repeats(token)) || context.secrets.some(({ value }) => repeats(value));
  return isSecret ? undefined : text.slice(0, longestText);
}
