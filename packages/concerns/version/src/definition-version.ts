import { printable, quoteValue, StartupError } from '@toolwire/internal';
import type { Deprecation } from './deprecation.ts';

/** The fields of a tool that the resolver needs. */
export interface Versioned {
  /** `Toolkit.Tool`. */
  readonly id: string;
  /** `x.y.z`. */
  readonly version: string;
  /** The model-facing name; default the ID with `_` instead of `.`. */
  readonly name?: string | undefined;
  readonly deprecation?: Deprecation | undefined;
}

/** The full ID of a version, for example `Calculator.Add@1.0.0`. */
export function fullIdOf(item: Versioned): string {
  return `${item.id}@${item.version}`;
}

const versionPattern = /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$/;

/** Throws a `StartupError` if a version is invalid (OTC-DEF-05). */
export function checkVersion(text: unknown): void {
  const match = typeof text === 'string' ? versionPattern.exec(text) : null;
  if (match === null) {
    throw new StartupError(
      'TW_TOOL_VERSION',
      `A tool version must be exactly x.y.z, such as '1.0.0', with three whole numbers without leading zeros. Got ${quoteValue(text)}.`,
    );
  }
  // Beyond 2^53 - 1 numbers are not exact, so neither is their order.
  const [version, ...parts] = match;
  const largePart = parts.find((part) => !Number.isSafeInteger(Number(part)));
  if (largePart !== undefined) {
    throw new StartupError(
      'TW_TOOL_VERSION',
      `The tool version ${quoteValue(version)} has the number ${printable(largePart)}, which is too large. The largest allowed number is ${Number.MAX_SAFE_INTEGER}.`,
    );
  }
}
