import { StartUpError } from '@toolwire/internal';
import { describe, echo } from './echo.ts';
import { semverCompare } from './semver-compare.deferred.ts';

const versionPattern = /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$/;

/** Returns the version a tool is registered with, or throws a `TypeError` that says how to write one (OTC-DEF-05). */
export function parseVersion(text: unknown): string {
  const match = typeof text === 'string' ? versionPattern.exec(text) : null;
  if (match === null) {
    throw new StartUpError(
      'TW_TOOL_VERSION',
      `A tool version is x.y.z, three whole numbers without leading zeros and nothing before or after, such as '1.0.0'; this is ${describe(text)}.`,
    );
  }
  // Beyond 2^53 - 1 numbers are no longer exact, so neither would their order be.
  const [version, ...parts] = match;
  const tooLarge = parts.find((part) => !Number.isSafeInteger(Number(part)));
  if (tooLarge !== undefined) {
    throw new StartUpError(
      'TW_TOOL_VERSION',
      `The tool version ${describe(version)} is too large: no part may be more than ${Number.MAX_SAFE_INTEGER}, and ${echo(tooLarge)} is.`,
    );
  }
  return version;
}

/** Orders two registered versions by their numbers: 10.0.0 comes after 2.1.0, and 1.10.0 after 1.9.0. */
export function compareVersions(left: string, right: string): -1 | 0 | 1 {
  return semverCompare()(left, right);
}
