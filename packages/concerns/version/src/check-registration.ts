import { codeOf, printable, quoteValue, reasonOf, StartupError } from '@toolwire/internal';
import { type Deprecation, parseDeprecation } from './deprecation.ts';
import { maxToolIdLength, parseToolId } from './tool-id.ts';

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

/** Throws if a tool can't be registered: its ID, version or deprecation is invalid. */
export function checkIdAndVersion(item: Versioned): void {
  const parsed = parseToolId(item.id);
  if (!parsed.ok) throw new StartupError('TW_TOOL_ID', `A tool cannot be registered. ${parsed.problem}`);
  if (parsed.version !== undefined) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The tool ID '${printable(item.id)}' has a version in it. Write id: '${parsed.id}' and put the version into 'version'.`,
    );
  }
  withToolInError(item.id, () => checkVersion(item.version));
  if (fullIdOf(item).length > maxToolIdLength) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The tool ID '${printable(item.id)}' is too long: with its version it may have ${maxToolIdLength} characters.`,
    );
  }
  const { deprecation } = item;
  if (deprecation !== undefined) withToolInError(fullIdOf(item), () => parseDeprecation(deprecation));
}

/** Throws if a version exists twice in the sorted versions of an ID (OTC-DEF-02). */
export function checkDuplicates(versions: readonly Versioned[]): void {
  const duplicate = versions.find((item, index) => item.version === versions[index + 1]?.version);
  if (duplicate !== undefined) {
    throw new StartupError(
      'TW_TOOL_DUPLICATE',
      `${fullIdOf(duplicate)} is registered twice. Change the version of one, or remove it.`,
    );
  }
}

/** Adds the tool's name to the error of a check. */
function withToolInError(tool: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    const reason = reasonOf(cause, 'It cannot be read.');
    throw new StartupError(codeOf(cause, 'TW_TOOL_UNREADABLE'), `The tool ${tool} cannot be registered. ${reason}`, {
      cause,
    });
  }
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
