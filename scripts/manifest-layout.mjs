import { isDeepStrictEqual } from 'node:util';

/**
 * The text of a package.json with the version of another, and laid out as it was.
 * @param {string} before As it is committed.
 * @param {string} after As changesets has written it.
 * @returns {string}
 */
export function keepLayout(before, after) {
  const wanted = JSON.parse(after);
  const text = before.replace(/^( *"version": )"[^"]*"/m, (_line, name) => `${name}${JSON.stringify(wanted.version)}`);
  if (isDeepStrictEqual(JSON.parse(text), wanted)) return text;
  throw new Error(
    `changesets has changed more than the version of ${wanted.name}. Use ranges for packages of the workspace that a release leaves alone: "workspace:^", "workspace:*", and for peers "<1.0.0", from 1.0.0 on "workspace:^". Then version again.`,
  );
}
